// SPDX-License-Identifier: MIT
//
// Opens the source file in the reader's editor, at the line where they are.
import { useRef } from 'preact/hooks';
import { editor_link } from '../../base/editors';
import { link_to } from '../../state/navigation';
import { editor } from '../../state/preferences';
import { useDeed } from '../../ui/deed';

/// `path`: of the file on this machine; undefined: it was not found.
export function EditorLink({ path, line }: { path: string | undefined; line: string | null }) {
  const link = useRef<HTMLAnchorElement>(null);
  useDeed('editor', path === undefined ? null : () => link.current?.click());
  if (path === undefined) {
    return null;
  }
  const number = /^\d+$/.test(line ?? '') ? Number(line) : 1;
  const is_chosen = editor.value !== '';
  return (
    <a
      id="editor-link"
      ref={link}
      href={is_chosen ? editor_link(editor.value, path, number) : link_to('settings')}
      title={path}
    >
      {is_chosen ? 'Open in editor' : 'Choose an editor …'}
    </a>
  );
}
