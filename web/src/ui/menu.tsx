// SPDX-License-Identifier: MIT
//
// A button with a short list of actions below it.
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';

export interface Action {
  label: string;
  /// How it is at present.
  state?: string;
  hint?: string;
  run: () => void;
}

/// What opens below a button: focus goes to its first `item`, and a click elsewhere closes it.
export function useDropDown(item: string) {
  const [is_open, set_open] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  // Before the next key, which is already for the list.
  useLayoutEffect(() => {
    if (!is_open) {
      return undefined;
    }
    root.current?.querySelector<HTMLElement>(item)?.focus();
    const leave = (event: PointerEvent) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) {
        set_open(false);
      }
    };
    // Not whenever the focus leaves: a click on a label in the list takes it away for a moment.
    const pass = ({ key }: KeyboardEvent) => {
      if (key === 'Tab' && !root.current?.contains(document.activeElement)) {
        set_open(false);
      }
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('keyup', pass);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('keyup', pass);
    };
  }, [is_open]);

  const close = () => {
    set_open(false);
    button.current?.focus();
  };
  return { is_open, set_open, root, button, close };
}

export function Menu({ label, actions }: { label: string; actions: readonly Action[] }) {
  const { is_open, set_open, root, button, close } = useDropDown('[role=menuitem]');
  const id = useId();
  const on_key = (event: KeyboardEvent) => {
    const items = [...(root.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
    const at = items.indexOf(document.activeElement as HTMLElement);
    const steps: Record<string, number> = {
      ArrowDown: (at + 1) % items.length,
      ArrowUp: (at + items.length - 1) % items.length,
      Home: 0,
      End: items.length - 1,
    };
    if (event.key === 'Escape') {
      close();
    } else if (steps[event.key] !== undefined) {
      items[steps[event.key] ?? 0]?.focus();
    } else if (event.key !== 'Tab') {
      return;
    } else {
      set_open(false);
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="menu" ref={root}>
      <button
        type="button"
        ref={button}
        aria-haspopup="menu"
        aria-expanded={is_open}
        aria-controls={is_open ? id : undefined}
        onClick={() => set_open(!is_open)}
      >
        {label} <span aria-hidden="true">▾</span>
      </button>
      {is_open && (
        <div role="menu" id={id} aria-label={label} class="menu-list" onKeyDown={on_key}>
          {actions.map((action) => (
            <button
              type="button"
              role="menuitem"
              tabIndex={-1}
              key={action.label}
              onClick={() => {
                close();
                action.run();
              }}
            >
              <span>
                {action.label}
                {action.state !== undefined && <span class="dim"> ({action.state})</span>}
              </span>
              {action.hint !== undefined && <kbd>{action.hint}</kbd>}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
