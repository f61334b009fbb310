// SPDX-License-Identifier: MIT
//
// Finds the words of a search in the tree, in closed branches too: in the flame graph of the same
// calls, which has them.
import { useMemo } from 'preact/hooks';
import { api_address, type Params } from '../../api/client';
import type { Flame } from '../../api/types';
import { counted } from '../../base/amounts';
import { found_frames, picture_of, type Picture } from '../../paint/frames';
import { key } from '../../state/navigation';
import { name_finder } from '../../state/search';
import { useAnswer } from '../../ui/use_answer';
import { parent_of } from './tree_rows';

/// A frame has at least half a pixel: smaller branches are not found.
const kPixels = 8192;
const kLevels = 64;

export interface Matches {
  /// The places of branches from top to bottom, with all of them open.
  places: ReadonlyMap<string, number>;
  /// The branches that match, in that order.
  paths: readonly string[];
  /// For the status line.
  words: string;
}

export function matches_in(picture: Picture, fits: (name: string) => boolean): Matches {
  const { frames, share, is_exact } = found_frames(picture, fits);
  const places = new Map<string, number>();
  const paths: string[] = [];
  const roots = picture.frames.filter(({ level }) => level === 0);
  const ahead = roots.map((frame) => ({ frame, above: '' })).reverse();
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    const { frame, above } = next;
    const path = `${above}${frame.name.id ?? ''}`;
    places.set(path, places.size);
    if (frames.has(frame.index)) {
      paths.push(path);
    }
    const below = frame.children.flatMap((index) => picture.frames[index] ?? []);
    ahead.push(...below.map((child) => ({ frame: child, above: `${path}.` })).reverse());
  }
  return { places, paths, words: match_words(picture, paths.length, share, is_exact) };
}

/// Deeper levels are not in the picture: what is found there costs at least so much.
function match_words(picture: Picture, count: number, share: number, is_exact: boolean): string {
  const is_cut = picture.levels.length >= kLevels;
  const mark = is_cut ? '≥ ' : is_exact ? '' : '~ ';
  const least = (50 / kPixels).toFixed(3);
  const where = is_cut ? ` in the first ${kLevels} levels` : '';
  const branches = counted(count, 'branch', 'branches');
  const part = `${mark}${(share * 100).toFixed(2)} % of ${picture.event}`;
  return `${branches} of ${least} % or more${where}: ${part}`;
}

/// The branch that matches next behind another, or before it; null: there is none.
export function match_after(matches: Matches, from: string, way: 1 | -1): string | null {
  const { places, paths } = matches;
  let known = from;
  while (known !== '' && !places.has(known)) {
    known = parent_of(known);
  }
  const at = places.get(known) ?? (way === 1 ? -1 : places.size);
  const is_ahead = (path: string) => (places.get(path) ?? 0) * way > at * way;
  return (way === 1 ? paths : [...paths].reverse()).find(is_ahead) ?? null;
}

/// Matches in one branch; their share is unknown.
function below(root: string, matches: Matches): Matches {
  return root === ''
    ? matches
    : { ...matches, paths: matches.paths.filter((path) => path.startsWith(`${root}.`)), words: '' };
}

/// null: nothing is searched for, or the answer is on its way.
export function useMatches(params: Params, root: string): Matches | null {
  const { e2: _second, ...own } = params;
  const fits = name_finder();
  const address = api_address('flame', { ...own, depth: kLevels, px: kPixels });
  const { data } = useAnswer<Flame>(fits === null ? null : address);
  return useMemo(
    () => (data === null || fits === null ? null : below(root, matches_in(picture_of(data), fits))),
    [data, key('find'), root],
  );
}
