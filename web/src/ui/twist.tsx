// SPDX-License-Identifier: MIT
//
// What opens and closes a branch of a tree; room of its width where there is nothing below.
interface Props {
  /// What it opens, where it is a tab stop; in a grid, the keys of its rows open and close.
  of?: string;
  /// null: a leaf.
  is_open: boolean | null;
  toggle: (open: boolean) => void;
}

export function Twist({ of, is_open, toggle }: Props) {
  if (is_open === null) {
    return <span class="twist" aria-hidden="true" />;
  }
  return (
    <button
      type="button"
      class="plain twist"
      tabIndex={of === undefined ? -1 : 0}
      aria-label={[is_open ? 'Close' : 'Open', of].join(' ').trim()}
      onKeyDown={(event) => {
        if (event.key === (is_open ? 'ArrowLeft' : 'ArrowRight')) {
          event.preventDefault();
          toggle(!is_open);
        }
      }}
      onClick={(event) => {
        event.stopPropagation();
        toggle(!is_open);
      }}
    >
      {is_open ? '▾' : '▸'}
    </button>
  );
}
