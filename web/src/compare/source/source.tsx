// SPDX-License-Identifier: MIT
//
// Both versions of a source file in one list of lines, with what each cost before and costs now.
import { useMemo } from 'preact/hooks';
import { api_address } from '../../api/client';
import type { BothSides, DiffAnnotation, DiffFile, LineCosts } from '../../api/diff_types';
import { grouped, printed_change } from '../../base/amounts';
import { cost_of, is_zero, marked, type Cost } from '../../base/cost';
import { count, type RawCount } from '../../base/count';
import { visible, visible_line } from '../../base/names';
import type { Table } from '../../base/tables';
import { key, link_with } from '../../state/navigation';
import { compared_params } from '../../state/session';
import { Amount, Change, FunctionName } from '../../ui/cells';
import { first_event, raw_or_empty, type ShownEvent } from '../../ui/columns';
import { useAnswer } from '../../ui/use_answer';
import { CallsChange, delta_cost, DiffLegend } from '../lists/sides';
import {
  changes_of,
  diff_source_rows,
  fate_of,
  largest_change,
  line_key,
  next_change,
  type DiffSourceRow,
  type LineFate,
} from './source_rows';
import { kAccounts } from '../../views/source/accounts';
import { Fold, toggled_folds } from '../../views/source/folds';
import { SourceFrame } from '../../views/source/source_frame';
import type { Reading } from '../../views/source/reading';
import { with_full_path } from '../../views/source/source_address';
import { SourceState } from '../../views/source/source_state';
import { look_of, SourceText, type SourceLook } from '../../views/source/source_text';
import { SourceOf } from '../../views/source/source_head';

export function DiffSource({ id }: { id: string }) {
  const params = compared_params();
  const address = api_address(`source/${encodeURIComponent(id)}`, {
    ...params,
    fn: key('fn'),
    ...with_full_path(),
  });
  return (
    <SourceOf
      title="Source compared"
      fold="fold unchanged lines"
      legend={<DiffLegend />}
      id={id}
      params={params}
      loading="Comparing the sources"
      answer={useAnswer<DiffAnnotation>(address)}
      file_in={(data) => data.files[0] ?? null}
      table={lines_table}
      line_key={line_key}
      start={(data, file) => largest_change(file.lines, first_event(data.events).at)}
      nothing="This file has no cost on either side."
    >
      {(data, file, reading) => (
        <>
          <Pairing file={file} />
          <MissingObject data={data} />
          <DiffLines data={data} file={file} reading={reading} />
          <DiffAccounting data={data} />
        </>
      )}
    </SourceOf>
  );
}

function lines_table(data: DiffAnnotation, file: DiffFile): Table {
  const sides = ['old', 'new', 'delta'] as const;
  const kinds = knows_inlined(file) ? (['self', 'with_inlined'] as const) : (['self'] as const);
  const columns = kinds.flatMap((kind) =>
    sides.flatMap((side) => data.events.map((name, at) => ({ kind, side, name, at }))),
  );
  const heads = columns.map(({ kind, side, name }) =>
    kind === 'self' ? `${side}:${name}` : `${side} ${kind}:${name}`,
  );
  return {
    head: ['old line', 'new line', ...heads, 'match', 'text', 'old text'],
    numbers: [true, true, ...heads.map(() => true), false, false, false],
    rows: file.lines.map((line) => [
      String(line.old_line ?? ''),
      String(line.new_line ?? ''),
      ...columns.map(({ kind, side, at }) => raw_or_empty(cost_in(line[side], kind, at))),
      line.match ?? '',
      line.text ?? '',
      line.old_text ?? '',
    ]),
  };
}

/// Whether lines have costs with the code that was inlined into them.
function knows_inlined(file: DiffFile): boolean {
  return file.lines.some((line) => line.delta?.with_inlined !== undefined);
}

const kPaired: Record<DiffFile['paired'], string> = {
  text: 'Lines are paired by their text.',
  number: 'Lines are paired by number: the text of one version is missing.',
  none: '',
};

/// How the file and its lines were paired, and which of it is a guess.
function Pairing({ file }: { file: DiffFile }) {
  const guesses = file.lines.filter((line) => line.match === 'similar').length;
  return (
    <>
      <p class="note">
        {file.status === 'added' && 'The file is new. '}
        {file.status === 'removed' && 'The file is gone. '}
        {file.old_file !== null && (
          <>
            It was <code>{visible(file.old_file, 300)}</code>
            {file.match === 'guess' && ' (a guess)'}.{' '}
          </>
        )}
        {kPaired[file.paired]}{' '}
        {guesses > 0 &&
          `${grouped(BigInt(guesses))} ${guesses === 1 ? 'pair is a guess' : 'pairs are guesses'}: ` +
            'similar lines.'}
      </p>
      {file.old_source !== null && <SourceState source={file.old_source} side="old" />}
      {file.new_source !== null && <SourceState source={file.new_source} side="new" />}
    </>
  );
}

/// Why costs with inlined code are not compared.
function MissingObject({ data: { missing_object } }: { data: DiffAnnotation }) {
  if (missing_object === undefined) {
    return null;
  }
  const { side, object, problem } = missing_object;
  return (
    <p class="note">
      {object === null
        ? `Inlined code is not compared: the ${side} profile has no addresses.`
        : `Inlined code of ${side} ${visible(object, 300)} is not compared: ${problem ?? ''}.`}
    </p>
  );
}

interface LinesProps {
  data: DiffAnnotation;
  file: DiffFile;
  reading: Reading;
}

function DiffLines({ data, file, reading }: LinesProps) {
  const folds = key('cold') !== 'show';
  const rows = useMemo(
    () => diff_source_rows(file.lines, folds, toggled_folds.value, reading.at),
    [file, folds, toggled_folds.value, reading.at],
  );
  const event = first_event(data.events);
  const { name, at } = event;
  const look = useMemo(() => look_of(file.file, file.lines), [file]);
  const has_inlined = useMemo(() => knows_inlined(file), [file]);
  const heat = useMemo(() => changes_of(rows, at), [rows, at]);
  return (
    <SourceFrame
      of={file}
      rows={rows}
      line_of={(row) => (row.kind === 'line' ? row.key : null)}
      reading={reading}
      label="Source lines of both versions; n goes to the next change"
      heat={heat}
      heads={
        <>
          <span class="line-cost is-side">old {name}</span>
          <span class="line-cost is-side">new</span>
          <span class="line-cost is-change">{has_inlined ? 'Δ with inlined' : 'Δ'}</span>
          {has_inlined && <span class="line-cost is-change">Δ self</span>}
          <span class="line-number">old</span>
          <span class="line-number">new</span>
        </>
      }
      next={(from, way) => next_change(rows, at, from, way)}
      row={(row, index, is_current) => (
        <DiffRowOfSource key={index} {...{ row, event, look, has_inlined, is_current, reading }} />
      )}
    />
  );
}

interface RowProps {
  row: DiffSourceRow;
  event: ShownEvent;
  look: SourceLook;
  has_inlined: boolean;
  is_current: boolean;
  reading: Reading;
}

const kSigns: Record<LineFate, [string, string]> = {
  same: [' ', ''],
  likely: ['≈', 'probably changed'],
  gone: ['−', 'gone'],
  new: ['+', 'new'],
  unknown: [' ', ''],
};

function DiffRowOfSource(props: RowProps) {
  const { row, event, look, has_inlined, is_current, reading } = props;
  const kind = has_inlined ? 'with_inlined' : 'self';
  if (row.kind === 'fold') {
    return (
      <Fold of={row.of} count={row.count}>
        without a change (old {row.old}, new {row.now})
      </Fold>
    );
  }
  if (row.kind === 'was') {
    return (
      <div class="source-row is-was">
        <NoCosts has_inlined={has_inlined} />
        <code class="source-text">
          <span class="dim">was </span>
          {visible_line(row.line.old_text ?? '', 1000)}
        </code>
      </div>
    );
  }
  if (row.kind === 'call') {
    return <CallOfBoth row={row} event={event} has_inlined={has_inlined} />;
  }
  const { line } = row;
  const fate = fate_of(line);
  const [sign, words] = kSigns[fate];
  return (
    <div class={`source-row is-${fate}${is_current ? ' current' : ''}`} aria-current={is_current}>
      <SideCost side={line.old} kind={kind} event={event} />
      <SideCost side={line.new} kind={kind} event={event} />
      <LineChange change={line.delta} kind={kind} event={event} />
      {has_inlined && <LineChange change={line.delta} kind="self" event={event} />}
      <LineNumber number={line.old_line} href={fate === 'gone' ? link_with({ line: row.key }) : null} />
      <LineNumber number={line.new_line} href={fate === 'gone' ? null : link_with({ line: row.key })} />
      <span class="line-sign" title={words}>
        <span aria-hidden="true">{sign}</span>
        {words !== '' && <span class="sr">{words}: </span>}
      </span>
      <code class="source-text">
        {fate === 'unknown' ? (
          'unknown line'
        ) : (
          <SourceText
            line={line}
            look={look}
            matches={reading.matches.get(line)}
            match={reading.match}
          />
        )}
      </code>
      {fate === 'likely' && <span class="tag">guess</span>}
      {line.match === 'number' && (line.old !== null || line.new !== null) && (
        <span class="tag">by number</span>
      )}
      {line.beyond_end && <span class="tag">after the end of the file</span>}
    </div>
  );
}

/// The number that the address names a line by is its link.
function LineNumber({ number, href }: { number: RawCount | null; href: string | null }) {
  const text = number === null ? '' : String(number);
  return href === null || text === '' ? (
    <span class="line-number">{text}</span>
  ) : (
    <a class="line-number" href={href} tabIndex={-1}>
      {text}
    </a>
  );
}

function NoCosts({ has_inlined }: { has_inlined: boolean }) {
  return (
    <>
      <span class="line-cost is-side" />
      <span class="line-cost is-side" />
      <span class="line-cost is-change" />
      {has_inlined && <span class="line-cost is-change" />}
      <span class="line-number" />
      <span class="line-number" />
      <span class="line-sign" />
    </>
  );
}

type CostKind = 'self' | 'with_inlined';

function cost_in(side: LineCosts | null, kind: CostKind, at: number): Cost | null {
  const raw = side?.[kind]?.[at];
  return raw === undefined ? null : cost_of(raw, side?.[`${kind}_certainty`] ?? 'exact');
}

interface LineCostProps {
  kind: CostKind;
  event: ShownEvent;
}

function SideCost({ side, kind, event }: LineCostProps & { side: LineCosts | null }) {
  const cost = cost_in(side, kind, event.at);
  return (
    <span class="line-cost is-side">
      {cost !== null && !is_zero(cost) && <Amount unit={event.unit} cost={cost} />}
    </span>
  );
}

function LineChange({ change, kind, event }: LineCostProps & { change: LineCosts | null }) {
  const cost = cost_in(change, kind, event.at);
  return (
    <span class="line-cost is-change">
      {cost !== null && !is_zero(cost) && <Change unit={event.unit} cost={cost} />}
    </span>
  );
}

type CallRow = Extract<DiffSourceRow, { kind: 'call' }>;

function CallOfBoth({
  row: { call },
  event,
  has_inlined,
}: {
  row: CallRow;
  event: ShownEvent;
  has_inlined: boolean;
}) {
  const cost = delta_cost(call, 'inclusive', event.at);
  const { calls } = call.delta;
  return (
    <div class="source-row is-detail">
      <NoCosts has_inlined={has_inlined} />
      <span class="detail-words">
        <span aria-hidden="true">→ </span>
        <FunctionName of={call}>
          {call.inlined === true && <span class="tag">inlined</span>}
          {call.status !== 'both' && <span class="tag">{kCallWords[call.status]}</span>}
        </FunctionName>
        {cost !== null && <Change unit={event.unit} cost={cost} />}
        {calls !== null && count(calls) !== 0n && (
          <span class="dim">
            {' '}
            <CallsChange row={call} /> calls
          </span>
        )}
      </span>
    </div>
  );
}

const kCallWords: Record<BothSides['status'], string> = {
  both: '',
  added: 'new call',
  removed: 'removed call',
  renamed: 'renamed',
};

function DiffAccounting({ data }: { data: DiffAnnotation }) {
  const { name, at, unit } = first_event(data.events);
  const whole = cost_of(data.totals.delta[at] ?? 0, data.totals.certainty ?? 'exact');
  return (
    <p class="accounting">
      <span class="dim">
        All of the change in {name} ({marked(printed_change(unit, whole))}):{' '}
      </span>
      {data.accounting
        .filter((each) => count(each.old[at] ?? 0) !== 0n || count(each.new[at] ?? 0) !== 0n)
        .map((each) => (
          <span key={each.what}>
            <Change unit={unit} cost={cost_of(each.delta[at] ?? 0, each.certainty ?? 'exact')} />{' '}
            {kAccounts[each.what] ?? each.what}
          </span>
        ))}
    </p>
  );
}
