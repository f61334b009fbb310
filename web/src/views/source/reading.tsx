// SPDX-License-Identifier: MIT
//
// Where the reader is in a file, and what they search for in it. Both are in the address, so that a
// reload shows the same.
import { useMemo, useState } from 'preact/hooks';
import { counted, grouped } from '../../base/amounts';
import { key, refine } from '../../state/navigation';
import type { StepTo } from '../../ui/steps';
import { matches_in, next_match, type Match } from './find';
import { shown_text, type TextLine } from './source_text';

export interface Reading {
  /// The line of the address, else the one where the file opens; null: none. As line_key has it.
  line: string | null;
  /// Its index among the lines.
  at: number;
  /// How often the reader went to a match. Two matches may be on one line.
  moves: number;
  /// By line.
  matches: ReadonlyMap<TextLine, readonly Match[]>;
  match_count: number;
  /// Of the match where the reader is; -1: none.
  match_at: number;
  match: Match | null;
  /// To the next match; null: nothing is searched for.
  step: StepTo | null;
}

function by_line(
  lines: readonly TextLine[],
  all: readonly Match[],
): ReadonlyMap<TextLine, readonly Match[]> {
  const found = new Map<TextLine, Match[]>();
  for (const match of all) {
    const line = lines[match.line];
    const own = line === undefined ? undefined : found.get(line);
    if (own !== undefined) {
      own.push(match);
    } else if (line !== undefined) {
      found.set(line, [match]);
    }
  }
  return found;
}

/// `keys`: how the address names the lines; null: a line has no name. `start`: where the file
/// opens.
export function useReading(
  lines: readonly TextLine[],
  keys: readonly (string | null)[],
  start: string | null,
): Reading {
  const word = key('find') ?? '';
  const asked = key('line');
  const texts = useMemo(() => (word === '' ? [] : lines.map(shown_text)), [lines, word === '']);
  const all = useMemo(() => matches_in(texts, word), [texts, word]);
  const matches = useMemo(() => by_line(lines, all), [all]);
  const [{ chosen, moves }, choose] = useState({ chosen: -1, moves: 0 });
  const is_known = asked !== null && keys.includes(asked);
  const line = is_known ? asked : start;
  const at = line === null ? -1 : keys.indexOf(line);
  const is_chosen = all[chosen]?.line === at;
  const match_at = is_chosen ? chosen : is_known ? all.findIndex((each) => each.line === at) : -1;
  const step = (way: 1 | -1) => {
    const next = next_match(all, { at: match_at, line: at }, way);
    const found = all[next];
    if (found !== undefined) {
      choose({ chosen: next, moves: moves + 1 });
      refine({ line: keys[found.line] });
    }
    return found !== undefined;
  };
  return {
    line,
    at,
    moves,
    matches,
    match_count: all.length,
    match_at,
    match: all[match_at] ?? null,
    step: word === '' ? null : step,
  };
}

function count_words({ match_count, match_at }: Reading): string {
  if (match_count === 0) {
    return 'no match';
  }
  if (match_at < 0) {
    return counted(match_count, 'match', 'matches');
  }
  return `${grouped(BigInt(match_at + 1))} of ${grouped(BigInt(match_count))}`;
}

/// Escape clears the search wherever the focus is in the view; a second one does what it does
/// elsewhere.
export function clear_on_escape(event: KeyboardEvent): void {
  const in_dialog = event.target instanceof Element && event.target.closest('dialog') !== null;
  if (event.key === 'Escape' && key('find') !== null && !event.defaultPrevented && !in_dialog) {
    event.preventDefault();
    refine({ find: null });
  }
}

/// How many matches there are, and the way from one to the next.
export function FoundBox({ reading }: { reading: Reading }) {
  const { step, match_count } = reading;
  if (step === null) {
    return null;
  }
  const go = (way: 1 | -1) => () => void step(way);
  return (
    <div class="find" role="group" aria-label="Matches">
      <output class="dim">{count_words(reading)}</output>
      <StepButton label="Previous match" sign="↑" is_off={match_count === 0} act={go(-1)} />
      <StepButton label="Next match" sign="↓" is_off={match_count === 0} act={go(1)} />
    </div>
  );
}

function StepButton(props: { label: string; sign: string; is_off: boolean; act: () => void }) {
  return (
    <button
      type="button"
      class="plain icon"
      aria-label={props.label}
      disabled={props.is_off}
      onClick={props.act}
    >
      {props.sign}
    </button>
  );
}
