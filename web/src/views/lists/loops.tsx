// SPDX-License-Identifier: MIT
//
// Loops of machine code by cost, over all functions. They nest, so that their costs do not add up.
import { useEffect, useMemo } from 'preact/hooks';
import { api_address } from '../../api/client';
import type { LoopRow, Loops } from '../../api/types';
import { grouped, quotient_text } from '../../base/amounts';
import { count, fraction } from '../../base/count';
import { base_name } from '../../base/names';
import { key, link_to, link_with, open_page, refine } from '../../state/navigation';
import { is_narrow } from '../../state/preferences';
import { common_params, is_diff, session } from '../../state/session';
import { KnownCount, Name, shown_name } from '../../ui/cells';
import {
  kNameTrack,
  kNumberTrack,
  known_count,
  place_columns,
  ratio_columns,
  self_and_inclusive_columns,
  raw_or_empty,
  shown_events,
} from '../../ui/columns';
import { Grid, type Column } from '../../ui/grid';
import { all_rows, PagedRows } from '../../ui/rows';
import { name_head } from '../../ui/sorting';
import { Fault, LoadingRecords } from '../../ui/states';
import { status } from '../../ui/status';
import { ViewTools } from '../../ui/tool_bar';
import { copied, FirstWindow, NoMatch } from './functions';
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

function number_column(
  key: string,
  label: string,
  title: string,
  of: (row: LoopRow) => LoopRow['iterations'],
  certainty: (row: LoopRow) => LoopRow['iterations_certainty'],
): Column<LoopRow> {
  const known = (row: LoopRow) => known_count(of(row), certainty(row));
  return {
    ...{ key, label, title, is_number: true, is_extra: true, track: 'minmax(70px, 96px)' },
    cell: (row) => <KnownCount of={known(row)} />,
    raw: (row) => raw_or_empty(known(row)),
  };
}

function loop_columns(loops: Loops): Column<LoopRow>[] {
  const columns = self_and_inclusive_columns<LoopRow>(loops);
  const first = shown_events(loops.events)[0]?.at ?? 0;
  columns.push(
    {
      key: 'per-iteration',
      label: 'Self/iteration',
      title: 'Self cost of an iteration; – where that is not known exactly',
      is_number: true,
      is_extra: true,
      track: kNumberTrack,
      cell: (row) => <PerIteration value={per_iteration(row, first)} />,
      raw: (row) => String(per_iteration(row, first) ?? ''),
    },
    number_column(
      'iterations',
      'Iterations',
      'How often a jump led back',
      (row) => row.iterations,
      (row) => row.iterations_certainty,
    ),
    number_column(
      'entries',
      'Entries',
      'How often it was come to otherwise; – where the input does not tell',
      (row) => row.entries,
      () => undefined,
    ),
    ...ratio_columns<LoopRow>(loops, (row) => row.self_ratios),
    {
      key: 'name',
      label: 'Function and lines',
      ...name_head(),
      track: kNameTrack,
      cell: (row) => <LoopName row={row} />,
      raw: (row) => row.name ?? '',
    },
  );
  return columns;
}

function PerIteration({ value }: { value: number | null }) {
  return <span class="num">{value === null ? '–' : quotient_text(value)}</span>;
}

/// Where the page is narrow the place comes first, which alone tells loops of a function apart.
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
        <span class="tag" title="How many loops of its function it is within">
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
  const number = (key: 'first_line' | 'last_line' | 'address' | 'last_address', label: string) => ({
    key,
    label,
    is_number: true,
    raw: (row: LoopRow) => String(row[key] ?? ''),
  });
  return [
    ...place_columns<LoopRow>((row) => row),
    number('first_line', 'First line'),
    number('last_line', 'Last line'),
    number('address', 'Address'),
    number('last_address', 'Last address'),
  ];
}

export function LoopList() {
  const hash = session.value?.hash ?? '';
  const params = { ...common_params(), q: key('q'), sort: key('sort') };
  const question = api_address('loops', params);
  const window_of = (offset: number, limit: number) =>
    api_address('loops', { ...params, offset, limit });
  const rows = useMemo(() => new PagedRows<LoopRow, Loops>(window_of), [question, hash]);
  useEffect(() => () => rows.end(), [rows]);
  const loops = rows.answer.value;
  useEffect(() => {
    if (loops === null) {
      return undefined;
    }
    status.value = `${grouped(BigInt(loops.matched))} of ${grouped(BigInt(loops.of))} loops`;
    return () => {
      status.value = '';
    };
  }, [loops]);
  return (
    <section class="view">
      <div class="view-head">
        <h1 tabIndex={-1}>Loops</h1>
        <GroupChoice />
        {loops === null ? (
          <ViewTools />
        ) : (
          <ViewTools
            table={async () =>
              copied([...loop_columns(loops), ...copied_places()], await all_rows<LoopRow>(window_of))
            }
          />
        )}
      </div>
      {is_diff.value && (
        <p class="note">
          This list is of the new side alone.{' '}
          <a href={link_with({ base: null })}>Leave the comparison</a>
        </p>
      )}
      {rows.fault.value !== null && <Fault fault={rows.fault.value} />}
      {loops === null && rows.fault.value === null && <LoadingRecords what="Looking for loops" />}
      {loops === null && <FirstWindow rows={rows} />}
      {loops !== null && loops.of === 0 && (
        <p class="empty">No jump leads back within its function.</p>
      )}
      {loops !== null && loops.of > 0 && loops.matched === 0 && <NoMatch />}
      {loops !== null && loops.matched > 0 && (
        <Grid
          key={question}
          label="Loops"
          source={rows}
          columns={loop_columns(loops)}
          id_of={(row) => row.id}
          selected={key('sel')}
          on_select={(row) => refine({ sel: row.id })}
          on_open={open_loop}
          next_match={key('q') === null ? undefined : (from, way) => rows.next(from, way, () => true)}
        />
      )}
    </section>
  );
}
