// SPDX-License-Identifier: MIT
//
// The frames of the flame graph as an indented table.
import { useMemo } from 'preact/hooks';
import { event_name } from '../../state/session';
import { FunctionName } from '../../ui/cells';
import { ColumnMenu } from '../../ui/column_menu';
import { cost_columns, name_column, offered_shares } from '../../ui/columns';
import { FunctionGrid } from '../../ui/function_grid';
import type { Column } from '../../ui/grid';
import { Indented } from '../../ui/indented';
import { ListedRows, next_row } from '../../ui/rows';
import { name_finder } from '../../state/search';
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
  const found = name_finder();
  const fits = (frame: Frame) => found !== null && found(frame.name.name ?? '');
  const columns: Column<Frame>[] = [
    ...cost_columns<Frame>({
      key: 'width',
      label: name,
      event: name,
      whole: picture.whole,
      cost: (frame) => frame.cost,
    }),
    ...offered_shares(
      cost_columns<Frame>({
        key: 'own',
        label: 'Self',
        event: name,
        whole: picture.whole,
        cost: (frame) => frame.own,
        is_extra: true,
      }),
    ),
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
    <>
      <div class="view-head">
        <ColumnMenu kind="outline" columns={columns} />
      </div>
      <FunctionGrid
        kind="outline"
        label="Flame graph as an outline"
        source={rows}
        columns={columns}
        id_of={(frame) => frame.name.id}
        level_of={(frame) => ({ depth: frame.level, is_open: null })}
        next_match={found === null ? undefined : (from, way) => next_row(rows, from, way, fits)}
        row_class={(frame) => (found === null ? '' : fits(frame) ? 'fits' : 'fits-not')}
      />
    </>
  );
}
