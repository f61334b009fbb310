// SPDX-License-Identifier: MIT
//
// A file that is dropped onto the page, or chosen in its dialog, is sent to the server. The page
// shows it once it has been read; until then, and if it cannot be read, the page stays as it is.
import { signal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { api_address, fault_from, is_one_file, send } from '../../api/client';
import type { ApiFault } from '../../api/types';
import { base_name, visible } from '../../base/names';
import { close_sheet } from '../../state/actions';
import { expect_other_file, profile, session, session_fault } from '../../state/session';
import { notify } from '../notices';

/// The name of the file that is on its way.
export const sending = signal<string | null>(null);
/// How many files are dragged over the page.
const dragged = signal(0);

/// Why the file need not be sent. The server would say so too, but a browser may not hear it.
async function why_not(file: File): Promise<ApiFault | null> {
  if (file.size > (session.value?.limits.file ?? 0)) {
    return {
      code: 'too-large',
      message: 'the file is too large to be sent to quern',
      hint: 'open it with `quern view FILE`',
      file: file.name,
    };
  }
  const is_readable = await file
    .slice(0, 1)
    .arrayBuffer()
    .then(() => true)
    .catch(() => false);
  return is_readable
    ? null
    : {
        code: 'page-error',
        message: 'the browser cannot read it',
        hint: 'choose a file, not a folder',
        file: file.name,
      };
}

async function open_file(file: File): Promise<void> {
  close_sheet();
  sending.value = file.name;
  try {
    const fault = await why_not(file);
    if (fault === null) {
      const address = api_address('file', { name: file.name });
      expect_other_file(true);
      await send(address, { method: 'POST', body: file, patient: false });
      notify(`Reading ${visible(file.name, 200)} …`);
    } else {
      session_fault.value = fault;
    }
  } catch (error) {
    expect_other_file(false);
    session_fault.value = { file: file.name, ...fault_from(error) };
  }
  sending.value = null;
}

export function FileChoice() {
  const input = useRef<HTMLInputElement>(null);
  return (
    <p class="file-choice">
      <button
        type="button"
        disabled={sending.value !== null}
        onClick={() => input.current?.click()}
      >
        Choose a file …
      </button>{' '}
      <span class="dim">You can also drop a file onto the page.</span>
      <input
        ref={input}
        type="file"
        hidden
        onChange={({ currentTarget: { files } }) => {
          if (files?.[0] !== undefined) {
            void open_file(files[0]);
          }
        }}
      />
    </p>
  );
}

function can_drop(): boolean {
  return !is_one_file() && dragged.value === 1 && sending.value === null;
}

/// The files that an event carries; 0 where text is dragged.
function files_of({ dataTransfer }: DragEvent): number {
  return [...(dataTransfer?.items ?? [])].filter(({ kind }) => kind === 'file').length;
}

function on_over(event: DragEvent): void {
  dragged.value = files_of(event);
  if (dragged.value > 0 && event.dataTransfer !== null) {
    event.preventDefault(); // or the browser opens it in place of the page
    event.dataTransfer.dropEffect = can_drop() ? 'copy' : 'none';
  }
}

function on_leave(event: DragEvent): void {
  if (event.relatedTarget === null) {
    dragged.value = 0;
  }
}

function on_drop(event: DragEvent): void {
  const file = event.dataTransfer?.files[0];
  dragged.value = files_of(event);
  if (dragged.value > 0) {
    event.preventDefault();
    if (can_drop() && file !== undefined) {
      void open_file(file);
    }
  }
  dragged.value = 0;
}

function what_happens(): [string, string] {
  if (is_one_file()) {
    return [
      'This page cannot open another profile.',
      'It is one file with one profile. Open the other with `quern view FILE`.',
    ];
  }
  if (dragged.value > 1) {
    return ['Drop only one file.', '`quern view FILE FILE` reads several files as one profile.'];
  }
  if (sending.value !== null) {
    return ['Another file is being sent.', 'Wait until it is open.'];
  }
  const now = base_name(profile.value?.files[0] ?? '');
  return [
    now === '' ? 'Drop the file to open it.' : `Drop the file to open it instead of ${visible(now, 80)}.`,
    'quern reads a temporary copy on this computer. Your file is not changed.',
  ];
}

/// While a file is dragged over the page: says what will happen, also over dialogs.
export function FileDrop() {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    window.addEventListener('dragover', on_over);
    window.addEventListener('dragleave', on_leave);
    window.addEventListener('drop', on_drop);
    return () => {
      window.removeEventListener('dragover', on_over);
      window.removeEventListener('dragleave', on_leave);
      window.removeEventListener('drop', on_drop);
    };
  }, []);
  const is_shown = dragged.value > 0;
  useLayoutEffect(() => {
    if (is_shown) {
      element.current?.showPopover();
    }
  }, [is_shown]);
  if (!is_shown) {
    return null;
  }
  const [what, more] = what_happens();
  return (
    <div ref={element} popover="manual" class={can_drop() ? 'file-drop' : 'file-drop is-refused'}>
      <div role="status">
        <p>{what}</p>
        <p class="dim">{more}</p>
      </div>
    </div>
  );
}
