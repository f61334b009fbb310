// SPDX-License-Identifier: MIT
//
// What opens and closes a branch of a tree; room of its width where there is nothing below.
interface Props {
  /// null: a leaf.
  is_open: boolean | null;
  toggle: (open: boolean) => void;
}

export function Twist({ is_open, toggle }: Props) {
  if (is_open === null) {
    return <span class="twist" aria-hidden="true" />;
  }
  return (
    <button
      type="button"
      class="plain twist"
      tabIndex={-1}
      aria-label={is_open ? 'Close' : 'Open'}
      onClick={(event) => {
        event.stopPropagation();
        toggle(!is_open);
      }}
    >
      {is_open ? '▾' : '▸'}
    </button>
  );
}
