// SPDX-License-Identifier: MIT
// What of fmt is not written in its headers, compiled here alone (cmake/dependencies.cmake). Its
// headers declare these two templates as defined elsewhere.
#include <fmt/format-inl.h>

template auto fmt::detail::thousands_sep_impl<char>(fmt::detail::locale_ref)
    -> fmt::detail::thousands_sep_result<char>;
template auto fmt::detail::decimal_point_impl<char>(fmt::detail::locale_ref) -> char;
