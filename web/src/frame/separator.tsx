// SPDX-License-Identifier: MIT
//
// The edge between panes, moved by pointer and by arrow keys.
import { detail_width } from '../state/preferences';

export function Separator() {
  const drag = (event: PointerEvent) => {
    const start = event.clientX;
    const width = detail_width.value;
    const move = (to: PointerEvent) => {
      detail_width.value = Math.max(240, Math.min(720, width + start - to.clientX));
    };
    const stop = () => {
      document.removeEventListener('pointermove', move);
      document.removeEventListener('pointerup', stop);
    };
    document.addEventListener('pointermove', move);
    document.addEventListener('pointerup', stop);
    event.preventDefault();
  };
  return (
    <div
      class="separator"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label="Width of the detail pane"
      aria-valuemin={240}
      aria-valuemax={720}
      aria-valuenow={detail_width.value}
      onPointerDown={drag}
      onKeyDown={(event) => {
        const step = event.key === 'ArrowLeft' ? 20 : event.key === 'ArrowRight' ? -20 : 0;
        if (step !== 0) {
          detail_width.value = Math.max(240, Math.min(720, detail_width.value + step));
          event.preventDefault();
        }
      }}
    />
  );
}
