// SPDX-License-Identifier: MIT
//
// Loops of machine code by cost, over all functions. They nest, so that their costs do not add up.
import type { LoopRow, Loops } from '../../api/types';
import { grouped, quotient_text } from '../../base/amounts';
import { count, fraction } from '../../base/count';
import { base_name } from '../../base/names';
import { key, link_to, link_with, open_page, row_query } from '../../state/navigation';
import { kOff } from '../../state/place';
import { is_narrow } from '../../state/preferences';
import { common_params, is_diff } from '../../state/session';
import { Name, shown_name } from '../../ui/cells';
import { ColumnMenu } from '../../ui/column_menu';
import {
  copied_number,
  count_column,
  first_event,
  kNumberTrack,
  known_count,
  kShareTrack,
  name_column,
  place_columns,
  ratio_columns,
  self_and_inclusive_columns,
} from '../../ui/columns';
import type { Column } from '../../ui/grid';
import { copied_list, PagedList, usePaged } from '../../ui/paged_list';
import { calls_sorting, name_head } from '../../ui/sorting';
import { useStatus } from '../../ui/status';
import { ViewTools } from '../../ui/tool_bar';
import { ViewHead } from '../../ui/view_parts';
import { NoMatch } from './functions';
import { GroupChoice } from './group_choice';
import { place_of, source_of } from './loop_places';

function per_iteration(row: LoopRow, at: number): number | null {
  const self = row.self[at];
  const is_exact = (row.self_certainty ?? 'exact') === 'exact';
  const iterations = row.iterations === null ? 0n : count(row.iterations);
  return self === undefined || !is_exact || iterations <= 0n
    ? null
    : fraction(count(self), iterations);
}

function loop_columns(loops: Loops): Column<LoopRow>[] {
  const { at } = first_event(loops.events);
  return [
    ...self_and_inclusive_columns<LoopRow>(loops),
    {
      key: 'per-iteration',
      label: 'Self/iteration',
      title: 'Self cost per iteration; – if not known exactly',
      is_number: true,
      is_extra: true,
      track: kNumberTrack,
      cell: (row) => <PerIteration value={per_iteration(row, at)} />,
      raw: (row) => String(per_iteration(row, at) ?? ''),
    },
    count_column(
      {
        key: 'iterations',
        label: 'Iterations',
        title: 'Number of jumps back to the start of the loop',
        track: kShareTrack,
        ...calls_sorting(),
      },
      (row) => known_count(row.iterations, row.iterations_certainty),
    ),
    count_column(
      {
        key: 'entries',
        label: 'Entries',
        title: 'How often the loop was entered; – if not recorded',
        track: kShareTrack,
      },
      (row) => known_count(row.entries),
    ),
    ...ratio_columns<LoopRow>(loops, (row) => row.self_ratios),
    name_column(
      { label: 'Function and lines', ...name_head() },
      (row) => <LoopName row={row} />,
      (row) => row.name ?? '',
    ),
  ];
}

function PerIteration({ value }: { value: number | null }) {
  return <span class="num">{value === null ? '–' : quotient_text(value)}</span>;
}

/// Where the page is narrow the place comes first, which distinguishes the loops of one function.
function LoopName({ row }: { row: LoopRow }) {
  const function_href = row.id === null ? null : link_to('fn', row.id);
  if (is_narrow.value) {
    const name = base_name(place_of(row));
    const href = source_href(row) ?? function_href;
    return <Name name={name} file={shown_name(row.name)} href={href} tab_index={-1} />;
  }
  return (
    <Name
      name={row.name}
      file={place_of(row)}
      object={row.object}
      href={function_href}
      place_href={source_href(row)}
      tab_index={-1}
    >
      {count(row.depth) > 0n && (
        <span class="tag" title="Number of enclosing loops in its function">
          nested {String(row.depth)}
        </span>
      )}
    </Name>
  );
}

function source_href(row: LoopRow): string | null {
  const found = source_of(row);
  return found === null ? null : link_to('source', found.file, { line: found.line });
}

function open_loop(row: LoopRow): void {
  const found = source_of(row);
  if (found !== null) {
    open_page('source', found.file, { line: found.line });
  } else if (row.id !== null) {
    open_page('fn', row.id);
  }
}

function copied_places() {
  const number = (key: 'first_line' | 'last_line' | 'address' | 'last_address', label: string) =>
    copied_number<LoopRow>(key, label, (row) => String(row[key] ?? ''));
  return [
    ...place_columns<LoopRow>((row) => row),
    number('first_line', 'First line'),
    number('last_line', 'Last line'),
    number('address', 'Address'),
    number('last_address', 'Last address'),
  ];
}

export function LoopList() {
  const params = { ...common_params(), q: row_query(), sort: key('sort') };
  const list = usePaged<LoopRow, Loops>('loops', params);
  const { data, rows } = list;
  useStatus(
    data === null ? null : `${grouped(BigInt(data.matched))} of ${grouped(BigInt(data.of))} loops`,
  );
  const copied = () =>
    copied_list<LoopRow, Loops>('loops', params, (loops) => [
      ...loop_columns(loops),
      ...copied_places(),
    ]);
  return (
    <section class="view">
      <ViewHead title="Loops">
        <GroupChoice />
        <ColumnMenu kind="loops" columns={data === null ? [] : loop_columns(data)} />
        <ViewTools is_ready={data !== null} table={copied} />
      </ViewHead>
      {is_diff.value && (
        <p class="note">
          This list shows only the new side.{' '}
          <a href={link_with({ base: kOff })}>Leave the comparison</a>
        </p>
      )}
      <PagedList
        kind="loops"
        list={list}
        what="Searching for loops"
        of_records
        nothing={
          data?.of === 0 ? (
            <p class="empty">No loops: no function jumps back.</p>
          ) : (
            <NoMatch />
          )
        }
        label="Loops"
        columns={loop_columns}
        id_of={(row) => row.id}
        on_open={open_loop}
        next_match={row_query() === null ? undefined : (from, way) => rows.next(from, way, () => true)}
      />
    </section>
  );
}
