// SPDX-License-Identifier: MIT
//
// A native dialog: the browser keeps focus inside it. At the end focus returns to where it was.
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Cross } from './choices';

interface Props {
  title: string;
  class?: string;
  on_close: () => void;
  children: ComponentChildren;
}

export function Dialog({ title, class: extra = '', on_close, children }: Props) {
  const element = useRef<HTMLDialogElement>(null);
  const heading = useId();
  // Before the next key, which is already for the dialog.
  useLayoutEffect(() => {
    const dialog = element.current;
    const before = document.activeElement;
    dialog?.showModal();
    return () => {
      dialog?.close();
      // The dialog has already left the document, and a browser gives back the focus of none that has.
      if (before instanceof HTMLElement && document.activeElement === document.body) {
        before.focus({ preventScroll: true });
      }
    };
  }, []);
  return (
    <dialog
      ref={element}
      class={extra}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        on_close();
      }}
      onClick={(event) => {
        if (event.target === element.current) {
          on_close();
        }
      }}
    >
      <div class="dialog-body">
        <div class="dialog-head">
          <h2 id={heading}>{title}</h2>
          <Cross label="Close" act={on_close} />
        </div>
        {children}
      </div>
    </dialog>
  );
}
