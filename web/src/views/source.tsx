// SPDX-License-Identifier: MIT
//
// Source lines with what they cost; without an id, the files there are.
import { signal } from '@preact/signals';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { api_address } from '../api/client';
import type { Annotation, Row, SourceFile, Top } from '../api/types';
import { useAnswer } from '../ui/use_answer';
import { amount_text, grouped, percent_text } from '../base/amounts';
import { cost_of, is_zero } from '../base/cost';
import { count } from '../base/count';
import { visible } from '../base/names';
import type { Table } from '../base/tables';
import { key, link_to, link_with, open_page, place, refine } from '../state/navigation';
import { common_params, session, unit_of } from '../state/session';
import { Amount, Count, FunctionName, Name, Share, shown_name } from '../ui/cells';
import { cost_columns, kNameTrack, self_cost, shown_events, total_of } from '../ui/columns';
import { kOverscan } from '../ui/extent';
import { Grid, type Column } from '../ui/grid';
import { PagedRows } from '../ui/rows';
import { Fault, Loading } from '../ui/states';
import { subject_name } from '../ui/subject';
import { ViewTools } from '../ui/tool_bar';
import { FirstWindow } from './functions';
import { PathMaps } from './path_maps';
import {
  heat_of,
  jump_lanes,
  next_hot,
  source_rows,
  type Heat,
  type Lane,
  type SourceRow,
} from './source_rows';
import { look_of, SourceText, type SourceLook } from './source_text';
import { useHeight } from '../ui/use_height';

const kLine = 24;

export function SourceView() {
  const id = place.value.id;
  return id === null ? <FileList /> : <OneFile id={id} key={id} />;
}

function FileList() {
  const hash = session.value?.hash ?? '';
  const question = api_address('files', common_params());
  const rows = useMemo(
    () =>
      new PagedRows<Row, Top>((offset, limit) =>
        api_address('files', { ...common_params(), offset, limit }),
      ),
    [question, hash],
  );
  useEffect(() => () => rows.end(), [rows]);
  const top = rows.answer.value;
  return (
    <section class="view">
      <div class="view-head">
        <h1 tabIndex={-1}>Source files</h1>
        <PathMaps />
        <ViewTools whole={{ view: 'top', params: { ...common_params(), group: 'file' } }} />
      </div>
      {rows.fault.value !== null && <Fault fault={rows.fault.value} />}
      {top === null && rows.fault.value === null && <Loading what="Looking up files" />}
      {top === null && <FirstWindow rows={rows} />}
      {top !== null && top.matched === 0 && <p class="empty">The profile names no source files.</p>}
      {top !== null && top.matched > 0 && (
        <Grid
          key={question}
          label="Source files"
          source={rows}
          columns={file_columns(top)}
          id_of={(row) => row.file_id ?? null}
          selected={null}
          on_select={() => undefined}
          on_open={(row) => row.file_id && open_page('source', row.file_id)}
        />
      )}
    </section>
  );
}

function file_columns(top: Top): Column<Row>[] {
  return [
    ...shown_events(top.events).flatMap(({ name, at }) =>
      cost_columns<Row>({
        key: `self-${at}`,
        label: `Self ${name}`,
        event: name,
        whole: total_of(top.totals, at),
        cost: (row) => self_cost(row, at),
      }),
    ),
    {
      key: 'name',
      label: 'File',
      track: kNameTrack,
      cell: (row) => (
        <Name
          name={row.name ?? '(no file)'}
          object={row.object}
          href={row.file_id ? link_to('source', row.file_id) : null}
          tab_index={-1}
        />
      ),
      raw: (row) => row.name ?? '',
    },
  ];
}

const opened_folds = signal<ReadonlySet<number>>(new Set());

function OneFile({ id }: { id: string }) {
  const address = api_address(`source/${encodeURIComponent(id)}`, common_params());
  const { data, fault, is_loading } = useAnswer<Annotation>(address);
  const file = data?.files[0] ?? null;
  useEffect(() => {
    opened_folds.value = new Set();
    subject_name.value = file?.file ?? null;
    return () => {
      subject_name.value = null;
    };
  }, [file]);
  return (
    <section class="view" aria-busy={is_loading}>
      <div class="view-head">
        <h1 tabIndex={-1} class="subject">
          <bdi>{file === null ? 'Source' : visible(file.file, 300)}</bdi>
        </h1>
        <label class="check">
          <input
            type="checkbox"
            checked={key('cold') !== 'show'}
            onChange={() => refine({ cold: key('cold') === 'show' ? null : 'show' })}
          />
          fold cold lines
        </label>
        <PathMaps />
        {data === null || file === null ? (
          <ViewTools />
        ) : (
          <ViewTools
            whole={{ view: 'annotation', params: { ...common_params(), id } }}
            table={() => lines_table(data, file)}
          />
        )}
      </div>
      {fault !== null && (
        <Fault fault={fault}>
          <p>
            <a href={link_to('source')}>All source files</a>
          </p>
        </Fault>
      )}
      {data === null && fault === null && <Loading what="Reading the source" />}
      {data !== null && file !== null && (
        <>
          <SourceState file={file} />
          <Lines file={file} data={data} />
          <Accounting data={data} />
        </>
      )}
    </section>
  );
}

/// All lines of the file, with every event.
function lines_table(data: Annotation, file: SourceFile): Table {
  return {
    head: ['line', ...data.events.map((name) => `self:${name}`), 'text'],
    numbers: [true, ...data.events.map(() => true), false],
    rows: file.lines.map((line) => [
      String(line.line ?? ''),
      ...data.events.map((_, at) => String(line.self?.[at] ?? '')),
      line.text ?? '',
    ]),
  };
}

function SourceState({ file }: { file: SourceFile }) {
  const { source } = file;
  if (source.lines === null) {
    return (
      <div class="note is-warning">
        <p>The source was not found; costs are shown by line number. Tried:</p>
        <ul class="tried" tabIndex={0} aria-label="Paths tried">
          {source.tried.map((each) => (
            <li key={each.path}>
              <code>{visible(each.path, 300)}</code>{' '}
              <span class="dim">{visible(each.problem, 200)}</span>
            </li>
          ))}
        </ul>
      </div>
    );
  }
  if (source.newer) {
    return (
      <p class="note is-warning">
        <code>{visible(source.path ?? '', 300)}</code> was changed after the profile was written:
        lines may have moved.
      </p>
    );
  }
  return null;
}

const kAccounts: Record<string, string> = {
  annotated: 'beside its line',
  unknown_line: 'in this file, line unknown',
  beyond_end: 'beyond the end of the source',
  without_source: 'in files without source',
  other_lines: 'on other lines',
  below_share: 'below the threshold',
  beyond_limit: 'in files not shown',
  not_asked: 'elsewhere in the program',
  unknown_file: 'in no known file',
};

function Accounting({ data }: { data: Annotation }) {
  const [event] = shown_events(data.events);
  const at = event?.at ?? 0;
  const unit = unit_of(event?.name ?? '');
  const whole = total_of(data.totals, at);
  return (
    <p class="accounting">
      <span class="dim">Where all of {event?.name} is: </span>
      {data.accounting
        .filter((each) => each.self[at] !== undefined && count(each.self[at] ?? 0) !== 0n)
        .map((each) => (
          <span key={each.what}>
            {amount_text(unit, count(each.self[at] ?? 0))} (
            {percent_text(count(each.self[at] ?? 0), whole)} %) {kAccounts[each.what] ?? each.what}
          </span>
        ))}
    </p>
  );
}

function Lines({ file, data }: { file: SourceFile; data: Annotation }) {
  const folds = key('cold') !== 'show';
  const rows = useMemo(
    () => source_rows(file, folds, opened_folds.value),
    [file, folds, opened_folds.value],
  );
  const events = shown_events(data.events);
  const at = events[0]?.at ?? 0;
  const lanes = useMemo(() => jump_lanes(rows), [rows]);
  const heat = useMemo(() => heat_of(rows, at), [rows, at]);
  const [scroll_top, set_scroll_top] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const height = useHeight(box, 500);
  const wanted = Number(key('line') ?? NaN);
  const current = rows.findIndex((row) => row.kind === 'line' && row.number === wanted);
  const look = useMemo(() => look_of(file), [file]);
  const jump_to = (row: number) => {
    if (box.current !== null) {
      box.current.scrollTop = Math.max(0, row * kLine - box.current.clientHeight / 3);
    }
  };
  // Where no line is asked for, the hottest is what one came for.
  useEffect(() => {
    const first = current >= 0 ? current : next_hot(rows, at, -1, 1);
    if (first !== null) {
      jump_to(first);
    }
  }, [file]);
  const on_key = (event: KeyboardEvent) => {
    if ((event.key === 'n' || event.key === 'N') && !event.ctrlKey && !event.metaKey) {
      const next = next_hot(rows, at, current, event.key === 'n' ? 1 : -1);
      const row = next === null ? undefined : rows[next];
      if (next !== null && row?.kind === 'line') {
        refine({ line: String(row.number) });
        jump_to(next);
      }
      event.preventDefault();
      event.stopPropagation();
    }
  };
  const first = Math.max(0, Math.floor(scroll_top / kLine) - kOverscan);
  const last = Math.min(rows.length - 1, Math.ceil((scroll_top + height) / kLine) + kOverscan);
  const shown = rows.slice(first, last + 1);
  const lane_count = lanes.reduce((most, lane) => Math.max(most, lane.lane + 1), 0);
  return (
    <div class="source-frame">
      <div
        class="source"
        ref={box}
        tabIndex={0}
        role="region"
        aria-label="Source lines; n goes to the next hot line"
        onScroll={(event) => set_scroll_top(event.currentTarget.scrollTop)}
        onKeyDown={on_key}
      >
        <div class="source-body" style={{ height: `${rows.length * kLine}px` }}>
          <div class="source-rows" style={{ top: `${first * kLine}px` }}>
            {shown.map((row, index) => (
              <OneRow
                key={first + index}
                row={row}
                data={data}
                events={events}
                is_current={first + index === current}
                lane_count={lane_count}
                look={look}
              />
            ))}
          </div>
          <Arrows
            lanes={lanes}
            first={first}
            last={last}
            lane_count={lane_count}
            columns={events.length}
          />
        </div>
      </div>
      <HeatStrip heat={heat} go={(share) => jump_to(Math.floor(share * rows.length))} />
    </div>
  );
}

interface RowProps {
  row: SourceRow;
  data: Annotation;
  events: { name: string; at: number }[];
  is_current: boolean;
  lane_count: number;
  look: SourceLook;
}

function OneRow({ row, data, events, is_current, lane_count, look }: RowProps) {
  if (row.kind === 'fold') {
    return (
      <div class="source-row is-fold">
        <button
          type="button"
          class="plain link"
          onClick={() => {
            opened_folds.value = new Set([...opened_folds.value, row.from]);
          }}
        >
          {grouped(BigInt(row.count))} lines without cost ({row.from}–{row.to})
        </button>
      </div>
    );
  }
  const lanes = { width: `${lane_count * 8 + (lane_count > 0 ? 8 : 0)}px` };
  if (row.kind === 'line') {
    return (
      <div class={`source-row${is_current ? ' current' : ''}`}>
        {events.map(({ name, at }) => (
          <LineCost key={name} row={row} at={at} name={name} whole={total_of(data.totals, at)} />
        ))}
        <span class="lanes" style={lanes} />
        <a
          class="line-number"
          href={link_with({ line: row.number === null ? null : String(row.number) })}
          tabIndex={-1}
        >
          {row.number ?? '?'}
        </a>
        <code class="source-text">
          <SourceText line={row.line} look={look} />
        </code>
        {row.line.beyond_end && <span class="tag">beyond the end</span>}
      </div>
    );
  }
  return (
    <div class="source-row is-detail">
      {events.map(({ name }) => (
        <span class="line-cost" key={name} />
      ))}
      <span class="lanes" style={lanes} />
      <span class="line-number" />
      {row.kind === 'call' ? <CallWords row={row} events={events} /> : <JumpWords row={row} />}
    </div>
  );
}

function LineCost(props: {
  row: Extract<SourceRow, { kind: 'line' }>;
  at: number;
  name: string;
  whole: bigint;
}) {
  const raw = props.row.line.self?.[props.at];
  const cost = raw === undefined ? null : cost_of(raw, 'exact');
  if (cost === null || is_zero(cost)) {
    return <span class="line-cost" />;
  }
  return (
    <span class="line-cost">
      <Amount unit={unit_of(props.name)} cost={cost} />
      <Share cost={cost} whole={props.whole} />
    </span>
  );
}

function CallWords(props: {
  row: Extract<SourceRow, { kind: 'call' }>;
  events: { name: string; at: number }[];
}) {
  const { call } = props.row;
  const [event] = props.events;
  const raw = event === undefined ? undefined : call.inclusive[event.at];
  return (
    <span class="detail-words">
      <span aria-hidden="true">→ </span>
      <FunctionName id={call.id} name={call.name} file={call.file} object={call.object} />
      <span class="dim">
        {' '}
        <Count of={call.count} /> {call.count === 1 ? 'call' : 'calls'}
        {raw !== undefined && (
          <>
            , <Amount unit={unit_of(event?.name ?? '')} cost={cost_of(raw, 'exact')} />{' '}
            {event?.name}
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
  const top = first * kLine;
  return (
    <svg
      class="arrows"
      aria-hidden="true"
      width={width}
      height={(last - first + 1) * kLine}
      style={{ top: `${top}px`, '--columns': String(columns) }}
    >
      {shown.map((lane) => {
        const x = width - 10 - lane.lane * 8;
        const from = lane.from * kLine + kLine / 2 - top - 3;
        const to = lane.to * kLine + kLine / 2 - top + 3;
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

function HeatStrip({ heat, go }: { heat: Heat[]; go: (share: number) => void }) {
  return (
    <div
      class="heat"
      aria-hidden="true"
      onClick={(event) => {
        const area = event.currentTarget.getBoundingClientRect();
        go((event.clientY - area.top) / area.height);
      }}
    >
      {heat.slice(0, 2000).map((each) => (
        <span
          key={each.at}
          style={{ top: `${each.at * 100}%`, opacity: String(0.15 + 0.85 * Math.sqrt(each.share)) }}
        />
      ))}
    </div>
  );
}
