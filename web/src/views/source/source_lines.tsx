// SPDX-License-Identifier: MIT
//
// The lines of a source: what they cost, what was inlined into them, the calls made from them, and
// jumps as arrows.
import { useMemo } from 'preact/hooks';
import type { Annotation, SourceFile } from '../../api/source_types';
import { is_zero } from '../../base/cost';
import { count } from '../../base/count';
import { key, link_with } from '../../state/navigation';
import { is_narrow, jump_arrows } from '../../state/preferences';
import { profile } from '../../state/session';
import { Amount, FunctionName, KnownCount, Share } from '../../ui/cells';
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
import { jump_picture, kNoJumps, type JumpPicture } from './jump_arrows';
import { Arrows, JumpGutter, JumpWords } from './jump_gutter';
import type { Reading } from './reading';
import { heat_of, next_hot, source_rows, type SourceRow } from './source_rows';
import { SourceFrame } from './source_frame';
import { look_of, SourceText, type SourceLook } from './source_text';

const kMostLanes = 12;
const kMostLanesIfNarrow = 3;

interface Props {
  file: SourceFile;
  data: Annotation;
  reading: Reading;
}

export function Lines({ file, data, reading }: Props) {
  const folds = key('cold') !== 'show';
  const { at } = first_event(data.events);
  const at_first = useMemo(
    () => inlined_at_first(file.lines, at, count(data.totals[at] ?? 0)),
    [file, at],
  );
  const toggled = toggled_folds.value;
  const rows = useMemo(
    () => source_rows(file, folds, { at_first, toggled, at: reading.at }),
    [file, folds, at_first, toggled, reading.at],
  );
  const columns = line_columns(shown_events(data.events), {
    with_inlined: file.outermost !== undefined,
    with_calls: profile.value?.has?.inclusive === true && !is_narrow.value,
  });
  const most_lanes = is_narrow.value ? kMostLanesIfNarrow : kMostLanes;
  const draws_jumps = jump_arrows.value;
  const picture = useMemo(
    () => (draws_jumps ? jump_picture(rows, most_lanes) : kNoJumps),
    [rows, most_lanes, draws_jumps],
  );
  const heat = useMemo(() => heat_of(rows, at), [rows, at]);
  const look = useMemo(() => look_of(file.file, file.lines), [file]);
  return (
    <SourceFrame
      of={file}
      rows={rows}
      line_of={(row) => (row.kind === 'line' ? String(row.number) : null)}
      reading={reading}
      label="Source lines; n goes to the next hot line"
      heat={heat}
      heads={columns.map(({ kind, name }) => (
        <span class="line-cost" key={`${kind} ${name}`}>
          {kLineCostNames[kind]} {name}
        </span>
      ))}
      next={(from, way) => next_hot(rows, at, from, way)}
      row={(row, index, is_current) => (
        <OneRow
          key={index}
          {...{ row, index, data, columns, is_current, picture, look, reading }}
        />
      )}
      over={(first, last, active) => (
        <Arrows {...{ picture, first, last, active }} columns={columns.length} />
      )}
    />
  );
}

interface RowProps {
  row: SourceRow;
  index: number;
  data: Annotation;
  columns: readonly LineColumn[];
  is_current: boolean;
  picture: JumpPicture;
  look: SourceLook;
  reading: Reading;
}

function OneRow(props: RowProps) {
  const { row, index, data, columns, is_current, picture, look, reading } = props;
  if (row.kind === 'fold') {
    return (
      <Fold of={row.of} count={row.count}>
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
      <JumpGutter
        picture={picture}
        row={index}
        jumps={row.kind === 'line' ? row.line.jumps : undefined}
      />
    </>
  );
  if (row.kind === 'line') {
    return (
      <div class={`source-row${is_current ? ' current' : ''}`} aria-current={is_current}>
        {before(row.line)}
        <a
          class="line-number"
          href={link_with({ line: row.number === null ? null : String(row.number) })}
          tabIndex={-1}
        >
          {row.number ?? '?'}
        </a>
        <code class="source-text">
          <SourceText
            line={row.line}
            look={look}
            matches={reading.matches.get(row.line)}
            match={reading.match}
          />
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
        <JumpWords jump={row.jump} />
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
