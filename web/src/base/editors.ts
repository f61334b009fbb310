// SPDX-License-Identifier: MIT
//
// Addresses with which a link opens a source file in an editor. Editors register a scheme of their
// own with the system; {path} and {line} stand for the file and the line.

export const kEditors: Readonly<Record<string, string>> = {
  'VS Code': 'vscode://file{path}:{line}',
  VSCodium: 'vscodium://file{path}:{line}',
  'JetBrains IDEs': 'idea://open?file={path}&line={line}',
  Zed: 'zed://file{path}:{line}',
  'Sublime Text': 'subl://open?url=file://{path}&line={line}',
  'Emacs, TextMate': 'txmt://open?url=file://{path}&line={line}',
  Vim: 'mvim://open?url=file://{path}&line={line}',
};

/// Schemes whose links do something in the browser instead.
const kOfBrowsers = ['javascript', 'data', 'vbscript', 'blob', 'about', 'http', 'https', 'file'];

/// Why a text is no address of an editor, in words for the reader; null: it is one, or empty.
export function fault_of_editor(template: string): string | null {
  if (template === '') {
    return null;
  }
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(template)?.[1]?.toLowerCase();
  if (scheme === undefined || kOfBrowsers.includes(scheme)) {
    return 'An address of an editor begins with its scheme, for example vscode://';
  }
  return template.includes('{path}') ? null : 'The address has no {path}';
}

/// `path` is absolute.
export function editor_link(template: string, path: string, line: number): string {
  const quoted = path.split('/').map(encodeURIComponent).join('/');
  return template.replaceAll('{path}', () => quoted).replaceAll('{line}', String(line));
}
