// SPDX-License-Identifier: MIT
import { expect, test } from 'vitest';
import { editor_link, fault_of_editor, kEditors } from './editors';

test('a link has the path and the line', () => {
  const link = (name: string) => editor_link(kEditors[name] ?? '', '/home/me/a.c', 12);
  expect(link('VS Code')).toBe('vscode://file/home/me/a.c:12');
  expect(link('JetBrains IDEs')).toBe('idea://open?file=/home/me/a.c&line=12');
});

test('paths cannot add to the address', () => {
  expect(editor_link('e://{path}?{line}', '/a b&c?d#e/{line}$&.c', 3)).toBe(
    'e:///a%20b%26c%3Fd%23e/%7Bline%7D%24%26.c?3',
  );
});

test('all editors of the list are addresses', () => {
  expect(Object.values(kEditors).filter((each) => fault_of_editor(each) !== null)).toEqual([]);
});

test('what is no address of an editor is refused', () => {
  expect(fault_of_editor('')).toBeNull();
  expect(fault_of_editor('code {path}')).toMatch('begins with its scheme');
  expect(fault_of_editor('JavaScript:alert("{path}")')).toMatch('begins with its scheme');
  expect(fault_of_editor('vscode://file')).toMatch('no {path}');
});
