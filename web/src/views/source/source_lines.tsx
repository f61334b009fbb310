// SPDX-License-Identifier: MIT
//
// The lines of a source: what they cost, what was inlined into them, the calls made from them, and
// jumps as arrows.
import { useMemo } from 'preact/hooks';
import type { Annotation, SourceFile } from '../../api/source_types';
import { grouped } from '../../base/amounts';
import { is_zero } from '../../base/cost';
import { count } from '../../base/count';
import { visible } from '../../base/names';
import { key, link_with } from '../../state/navigation';
import { is_narrow } from '../../state/preferences';
import { profile } from '../../state/session';
import { Amount, FunctionName, KnownCount, Share, shown_name } from '../../ui/cells';
import {
  first_event,
  inclusive_cost,
  known_count,
  shown_events,
  total_of,
} from '../../ui/columns';
import { Fold, toggled_folds } from './folds';
import { inlined_at_first, inlined_costs } from './inlined_rows';
import { InlinedWords } from './inlined_words';
import {
  kLineCostNames,
  line_columns,
  line_cost,
  type LineColumn,
  type LineCosts,
} from './line_costs';
import {
  heat_of,
  jump_lanes,
  next_hot,
  source_rows,
  type Lane,
  type SourceRow,
} from './source_rows';
import { kLineHeight, SourceFrame } from './source_frame';
import { look_of, SourceText, type SourceLook } from './source_text';

export function Lines({ file, data }: { file: SourceFile; data: Annotation }) {
  const folds = key('cold') !== 'show';
  const { at } = first_event(data.events);
  const at_first = useMemo(
    () => inlined_at_first(file.lines, at, count(data.totals[at] ?? 0)),
    [file, at],
  );
  const toggled = toggled_folds.value;
  const rows = useMemo(
    () => source_rows(file, folds, { at_first, toggled }),
    [file, folds, at_first, toggled],
  );
  const columns = line_columns(shown_events(data.events), {
    with_inlined: file.outermost !== undefined,
    with_calls: profile.value?.has?.inclusive === true && !is_narrow.value,
  });
  const lanes = useMemo(() => jump_lanes(rows), [rows]);
  const heat = useMemo(() => heat_of(rows, at), [rows, at]);
  const wanted = key('line');
  const look = useMemo(() => look_of(file.file, file.lines), [file]);
  const lane_count = lanes.reduce((most, lane) => Math.max(most, lane.lane + 1), 0);
  return (
    <SourceFrame
      of={file}
      rows={rows}
      line_of={(row) => (row.kind === 'line' ? String(row.number) : null)}
      wanted={wanted === null ? null : String(Number(wanted))}
      // Without a line in the address, the view starts at the hottest line.
      start={next_hot(rows, at, -1, 1)}
      label="Source lines; n goes to the next hot line"
      heat={heat}
      heads={columns.map(({ kind, name }) => (
        <span class="line-cost" key={`${kind} ${name}`}>
          {kLineCostNames[kind]} {name}
        </span>
      ))}
      next={(from, way) => next_hot(rows, at, from, way)}
      row={(row, index, is_current) => (
        <OneRow key={index} {...{ row, data, columns, is_current, lane_count, look }} />
      )}
      over={(first, last) => (
        <Arrows
          lanes={lanes}
          first={first}
          last={last}
          lane_count={lane_count}
          columns={columns.length}
        />
      )}
    />
  );
}

interface RowProps {
  row: SourceRow;
  data: Annotation;
  columns: readonly LineColumn[];
  is_current: boolean;
  lane_count: number;
  look: SourceLook;
}

function OneRow({ row, data, columns, is_current, lane_count, look }: RowProps) {
  if (row.kind === 'fold') {
    return (
      <Fold of={row.from} count={row.count}>
        without cost ({row.from}–{row.to})
      </Fold>
    );
  }
  const before = (costs: LineCosts) => (
    <>
      {columns.map((column) => (
        <LineCost
          key={`${column.kind} ${column.name}`}
          line={costs}
          column={column}
          whole={total_of(data.totals, column.at)}
        />
      ))}
      <span class="lanes" style={{ width: `${lane_count * 8 + (lane_count > 0 ? 8 : 0)}px` }} />
    </>
  );
  if (row.kind === 'line') {
    return (
      <div class={`source-row${is_current ? ' current' : ''}`}>
        {before(row.line)}
        <a
          class="line-number"
          href={link_with({ line: row.number === null ? null : String(row.number) })}
          tabIndex={-1}
        >
          {row.number ?? '?'}
        </a>
        <code class="source-text">
          <SourceText text={row.line.text} of={row.line} look={look} />
        </code>
        {row.line.beyond_end && <span class="tag">after the end of the file</span>}
      </div>
    );
  }
  return (
    <div class="source-row is-detail">
      {before(row.kind === 'call' || row.kind === 'jump' ? { self: null } : inlined_costs(row))}
      <span class="line-number" />
      {row.kind === 'call' ? (
        <CallWords row={row} data={data} />
      ) : row.kind === 'jump' ? (
        <JumpWords row={row} />
      ) : (
        <InlinedWords row={row} />
      )}
    </div>
  );
}

function LineCost(props: { line: LineCosts; column: LineColumn; whole: bigint }) {
  const { line, column, whole } = props;
  const cost = line_cost(line, column);
  if (cost === null || is_zero(cost)) {
    return <span class="line-cost" />;
  }
  return (
    <span class="line-cost">
      {column.kind !== 'self' && <span class="sr">{kLineCostNames[column.kind]} </span>}
      <Amount unit={column.unit} cost={cost} />
      <Share cost={cost} whole={whole} />
    </span>
  );
}

function CallWords(props: { row: Extract<SourceRow, { kind: 'call' }>; data: Annotation }) {
  const { call } = props.row;
  const { name, at, unit } = first_event(props.data.events);
  const cost = inclusive_cost(call, at);
  return (
    <span class="detail-words">
      <span aria-hidden="true">→ </span>
      <FunctionName of={call} />
      {call.inlined === true && <span class="tag">by inlined code</span>}
      <span class="dim">
        {' '}
        <KnownCount of={known_count(call.count, call.count_certainty)} />{' '}
        {call.count === 1 ? 'call' : 'calls'}
        {cost !== null && (
          <>
            , <Amount unit={unit} cost={cost} /> {name}
          </>
        )}
      </span>
    </span>
  );
}

function JumpWords({ row }: { row: Extract<SourceRow, { kind: 'jump' }> }) {
  const { jump } = row;
  const executed = grouped(count(jump.executed));
  const times =
    jump.kind === 'jcnd'
      ? `${grouped(count(jump.followed))} of ${executed} times`
      : `${executed} times`;
  const where =
    jump.file === null
      ? `line ${jump.line ?? '?'}`
      : `${visible(jump.file, 120)}:${jump.line ?? '?'}`;
  return (
    <span class="detail-words dim">
      jump to{' '}
      {jump.file === null && jump.line !== null ? (
        <a href={link_with({ line: String(jump.line) })}>{where}</a>
      ) : (
        where
      )}
      {jump.function !== null && jump.file !== null && ` (${shown_name(jump.function)})`}, {times}
    </span>
  );
}

function Arrows(props: {
  lanes: Lane[];
  first: number;
  last: number;
  lane_count: number;
  columns: number;
}) {
  const { lanes, first, last, lane_count, columns } = props;
  const shown = lanes.filter(
    (each) => Math.min(each.from, each.to) <= last && Math.max(each.from, each.to) >= first,
  );
  if (shown.length === 0) {
    return null;
  }
  const width = lane_count * 8 + 8;
  const top = first * kLineHeight;
  return (
    <svg
      class="arrows"
      aria-hidden="true"
      width={width}
      height={(last - first + 1) * kLineHeight}
      style={{ top: `${top}px`, '--columns': String(columns) }}
    >
      {shown.map((lane) => {
        const x = width - 10 - lane.lane * 8;
        const from = lane.from * kLineHeight + kLineHeight / 2 - top - 3;
        const to = lane.to * kLineHeight + kLineHeight / 2 - top + 3;
        const end = width - 1;
        return (
          <g key={`${lane.from}-${lane.to}`} class={lane.is_conditional ? 'conditional' : ''}>
            <path d={`M${end} ${from}H${x}V${to}H${end}`} />
            <path class="head" d={`M${end} ${to}l-4 -3v6z`} />
          </g>
        );
      })}
    </svg>
  );
}
