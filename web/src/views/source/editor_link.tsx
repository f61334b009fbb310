// SPDX-License-Identifier: MIT
//
// Opens the source file in the reader's editor, at the line where they are.
import { editor_link } from '../../base/editors';
import { link_to } from '../../state/navigation';
import { editor } from '../../state/preferences';

/// `path`: of the file on this machine; undefined: it was not found.
export function EditorLink({ path, line }: { path: string | undefined; line: string | null }) {
  if (path === undefined) {
    return null;
  }
  if (editor.value === '') {
    return (
      <a id="editor-link" href={link_to('settings')}>
        Choose an editor …
      </a>
    );
  }
  const number = /^\d+$/.test(line ?? '') ? Number(line) : 1;
  return (
    <a id="editor-link" href={editor_link(editor.value, path, number)} title={path}>
      Open in editor
    </a>
  );
}
