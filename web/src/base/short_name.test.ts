// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import { short_name } from './short_name';

// The rows of quern/output/shared/short_names_test.cc: page and terminal shorten alike.
it.each([
  ['std::vector<int, std::allocator<int>>::at', 'std::vector<…>::at'],
  ['void sort<It<int> >(It<int>, It<int>)', 'void sort<…>(It<…>, It<…>)'],
  ['a<b>::c<d>', 'a<…>::c<…>'],
  ['main', 'main'],
  ['', ''],
  ["f(int)'2", "f(int)'2"],
  ['operator<(A, B)', 'operator<(A, B)'],
  ['operator<<(A<int>, B)', 'operator<<(A<…>, B)'],
  ['A<int>::operator->() const', 'A<…>::operator->() const'],
  ['operator<=><int>(A)', 'operator<=><…>(A)'],
  ['operator<< <char>(A)', 'operator<< <…>(A)'],
  ['operator<<<char>(A)', 'operator<<<…>(A)'],
  ['operator<<char>(A)', 'operator<<…>(A)'],
  ['f::operator()<int>(int)', 'f::operator()<…>(int)'],
  ['f<(A)3, (1>2), int (*)(B<C>)>::g', 'f<…>::g'],
  ['f<&A::operator->, 1>::g', 'f<…>::g'],
  ['f<auto ()->int>::g', 'f<…>::g'],
  ['java.lang.Object.<init>', 'java.lang.Object.<init>'],
  ['<T as core::Trait<U>>::call', '<T as core::Trait<…>>::call'],
  ['a<b>::c<d', 'a<…>::c<d'],
  ['a<b)', 'a<b)'],
  ['a<b>>c', 'a<…>>c'],
])('%s', (name, short) => {
  expect(short_name(name)).toBe(short);
});
