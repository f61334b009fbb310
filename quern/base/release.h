// SPDX-License-Identifier: MIT
//
// Memory of vectors that are no longer needed.
#pragma once

#include <vector>

namespace quern {

/// Empties a vector and gives its memory back, which `= {}` keeps: that assigns an empty list.
template <class T>
void release(std::vector<T>& vector) {
  std::vector<T>().swap(vector);
}

}  // namespace quern
