// SPDX-License-Identifier: MIT
//
// The frames of the flame graph as an indented table.
import { useMemo } from 'preact/hooks';
import { key } from '../../state/navigation';
import { event_name } from '../../state/session';
import { FunctionName } from '../../ui/cells';
import { cost_columns, name_column } from '../../ui/columns';
import { FunctionGrid } from '../../ui/function_grid';
import type { Column } from '../../ui/grid';
import { Indented } from '../../ui/indented';
import { ListedRows, next_row } from '../../ui/rows';
import { finder } from '../../base/words';
import type { Frame, Picture } from '../../paint/frames';

/// Callers before callees, the most expensive branch first.
export function depth_first(picture: Picture): Frame[] {
  if (picture.outline !== undefined) {
    return picture.outline;
  }
  const out: Frame[] = [];
  const waiting = picture.frames.filter((each) => each.parent < 0).reverse();
  for (let frame = waiting.pop(); frame !== undefined; frame = waiting.pop()) {
    out.push(frame);
    for (const child of [...frame.children].reverse()) {
      const below = picture.frames[child];
      if (below !== undefined) {
        waiting.push(below);
      }
    }
  }
  return out;
}

export function FlameOutline({ picture }: { picture: Picture }) {
  const rows = useMemo(() => new ListedRows(depth_first(picture)), [picture]);
  const name = event_name.value;
  const find = key('find') ?? '';
  const found = find === '' ? null : finder(find);
  const fits = (frame: Frame) => found !== null && found(frame.name.name ?? '');
  const columns: Column<Frame>[] = [
    ...cost_columns<Frame>({
      key: 'width',
      label: name,
      event: name,
      whole: picture.whole,
      cost: (frame) => frame.cost,
    }),
    ...cost_columns<Frame>({
      key: 'own',
      label: 'Self',
      event: name,
      whole: picture.whole,
      cost: (frame) => frame.own,
      is_extra: true,
    }).slice(0, 1),
    name_column(
      { label: 'Frame' },
      (frame) => (
        <Indented depth={frame.level}>
          <FunctionName of={frame.name} tab_index={-1}>
            {frame.is_recursive && <span class="tag">recursive</span>}
          </FunctionName>
        </Indented>
      ),
      (frame) => `${'  '.repeat(frame.level)}${frame.name.name ?? ''}`,
    ),
  ];
  return (
    <FunctionGrid
      label="Flame graph as an outline"
      source={rows}
      columns={columns}
      id_of={(frame) => frame.name.id}
      level_of={(frame) => ({ depth: frame.level, is_open: null })}
      next_match={
        found === null ? undefined : (from, way) => next_row(rows, from, way, (frame) => fits(frame))
      }
      row_class={(frame) => (found === null ? '' : fits(frame) ? 'fits' : 'fits-not')}
    />
  );
}
