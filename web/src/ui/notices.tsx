// SPDX-License-Identifier: MIT
//
// What has just happened, in a corner and for a screen reader, once.
import { signal } from '@preact/signals';

const notice = signal<{ text: string; at: number } | null>(null);
const announced = signal('');
let timer = 0;

export function notify(text: string): void {
  notice.value = { text, at: Date.now() };
  window.clearTimeout(timer);
  timer = window.setTimeout(() => {
    notice.value = null;
  }, 4000);
}

/// Said, not shown.
export function announce(text: string): void {
  announced.value = text;
}

export async function copy_text(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify(`Copied ${what}`);
  } catch {
    notify('The browser does not allow copying');
  }
}

export function save_blob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

export function Notices() {
  return (
    <>
      <div class="notice" role="status">
        {notice.value !== null && <p key={notice.value.at}>{notice.value.text}</p>}
      </div>
      <div class="sr" aria-live="polite">
        {announced.value}
      </div>
    </>
  );
}
