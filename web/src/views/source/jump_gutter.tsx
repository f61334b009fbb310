// SPDX-License-Identifier: MIT
//
// Jumps next to the lines: arrows in lanes, a button for each line that jumps, and the jumps of a
// line in words.
import type { ComponentChildren } from 'preact';
import type { SourceJump } from '../../api/source_types';
import { grouped } from '../../base/amounts';
import { count } from '../../base/count';
import { visible } from '../../base/names';
import { link_with } from '../../state/navigation';
import { jump_arrows } from '../../state/preferences';
import { profile } from '../../state/session';
import { shown_name } from '../../ui/cells';
import { Check } from '../../ui/choices';
import { toggle_fold, toggled_folds } from './folds';
import type { Arrow, JumpAt, JumpPicture } from './jump_arrows';
import { kLineHeight } from './source_frame';

const kLane = 8;
/// Buttons are no smaller than this.
const kLeastGutter = 24;
const kMostWords = 6;

function gutter_width({ lane_count, jumps }: JumpPicture): number {
  return jumps.size === 0 ? 0 : Math.max(kLeastGutter, lane_count * kLane + 14);
}

/// Shown if the profile has jumps; the choice is kept in this browser.
export function JumpSwitch() {
  if (profile.value?.has?.['jumps'] !== true) {
    return null;
  }
  return (
    <Check
      is_on={jump_arrows.value}
      toggle={() => {
        jump_arrows.value = !jump_arrows.value;
      }}
    >
      show jumps
    </Check>
  );
}

function times_of(jump: SourceJump): string {
  const executed = grouped(count(jump.executed));
  return jump.kind === 'jcnd'
    ? `${grouped(count(jump.followed))} of ${executed} times (conditional)`
    : `${executed} times`;
}

function target_of({ file, line }: SourceJump): string {
  return file === null ? `${line ?? '?'}` : `${visible(file, 120)}:${line ?? '?'}`;
}

function words_of({ from, jump }: JumpAt): string {
  return `${from ?? '?'} → ${target_of(jump)}: ${times_of(jump)}`;
}

function first_words(jumps: readonly JumpAt[]): string[] {
  const words = jumps.slice(0, kMostWords).map(words_of);
  const more = jumps.length - words.length;
  return more > 0 ? [...words, `${more} more`] : words;
}

interface GutterProps {
  picture: JumpPicture;
  row: number;
  /// The line's own jumps.
  jumps?: SourceJump[] | undefined;
}

/// What of a row is below the arrows. The button of a line that jumps opens its jumps as rows.
export function JumpGutter({ picture, row, jumps = [] }: GutterProps) {
  const style = { width: `${gutter_width(picture)}px` };
  const own = picture.jumps.get(row)?.filter(({ jump }) => jumps.includes(jump)) ?? [];
  if (own.length === 0) {
    return <span class="lanes" style={style} />;
  }
  return (
    <button
      type="button"
      class="plain lanes"
      style={style}
      aria-expanded={toggled_folds.value.has(jumps)}
      aria-label={`Jumps: ${first_words(own).join('; ')}`}
      onClick={() => toggle_fold(jumps)}
    />
  );
}

/// A row below its line.
export function JumpWords({ jump }: { jump: SourceJump }) {
  const is_here = jump.file === null;
  const where = is_here ? `line ${target_of(jump)}` : target_of(jump);
  return (
    <span class="detail-words dim">
      jump to{' '}
      {is_here && jump.line !== null ? (
        <a href={link_with({ line: String(jump.line) })}>{where}</a>
      ) : (
        where
      )}
      {jump.function !== null && !is_here && ` (${shown_name(jump.function)})`}, {times_of(jump)}
    </span>
  );
}

interface ArrowsProps {
  picture: JumpPicture;
  /// Rows that are drawn.
  first: number;
  last: number;
  /// The row under the pointer or with the focus; null: none.
  active: number | null;
  /// Columns of costs in front of the arrows.
  columns: number;
}

/// Arrows that end elsewhere go on to the edge of what is drawn.
export function Arrows({ picture, first, last, active, columns }: ArrowsProps) {
  const width = gutter_width(picture);
  if (width === 0) {
    return null;
  }
  const top = first * kLineHeight;
  const height = (last - first + 1) * kLineHeight;
  const y = (row: number, shift: number) => (row - first + 0.5) * kLineHeight + shift;
  const isolates = active !== null && picture.jumps.has(active);
  const shown = picture.arrows.filter(
    ({ from, to }) => Math.min(from, to) <= last && Math.max(from, to) >= first,
  );
  const class_of = ({ from, to, is_conditional }: Arrow) =>
    [
      is_conditional ? 'conditional' : '',
      !isolates ? '' : from === active || to === active ? 'is-active' : 'is-faded',
    ].join(' ');
  return (
    <>
      <svg
        class={`arrows${isolates ? ' isolates' : ''}`}
        aria-hidden="true"
        width={width}
        height={height}
        style={{ top: `${top}px`, '--columns': String(columns) }}
      >
        {shown.map((arrow) => {
          const x = width - 10 - arrow.lane * kLane;
          // Below the start and above the end, or the other way round: a row may have both.
          const [from, to] = [y(arrow.from, -3), y(arrow.to, 3)];
          return (
            <g key={`${arrow.from}-${arrow.to}`} class={class_of(arrow)}>
              <path d={`M${width - 1} ${from}H${x}V${to}H${width - 1}`} />
              <path class="head" d={`M${width - 1} ${to}l-5 -3.5v7z`} />
            </g>
          );
        })}
        {[...picture.loose]
          .filter((row) => row >= first && row <= last)
          .map((row) => (
            <circle key={row} class="loose" cx={width - 5} cy={y(row, 0)} r={2.5} />
          ))}
      </svg>
      {isolates && (
        <Tip row={active} is_low={active > (first + last) / 2} columns={columns}>
          {first_words(picture.jumps.get(active) ?? []).map((words, at) => (
            <span key={at}>{words}</span>
          ))}
        </Tip>
      )}
    </>
  );
}

interface TipProps {
  row: number;
  /// It is above its row then, else below.
  is_low: boolean;
  columns: number;
  children: ComponentChildren;
}

/// Left of the arrows, so that it hides no code. Buttons tell the same to screen readers.
function Tip({ row, is_low, columns, children }: TipProps) {
  return (
    <p
      class={`jump-tip${is_low ? ' is-above' : ''}`}
      aria-hidden="true"
      style={{ top: `${(is_low ? row : row + 1) * kLineHeight}px`, '--columns': String(columns) }}
    >
      {children}
    </p>
  );
}
