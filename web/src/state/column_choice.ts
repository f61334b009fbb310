// SPDX-License-Identifier: MIT
//
// Which columns of a list the reader wants, in which order and how wide. A choice is kept by kind of
// list and by names of columns, so that it also holds for profiles with other events.
import { column_choices, type ColumnChoice } from './preferences';

/// Lists with the same columns share a choice.
export type ListKind =
  | 'functions'
  | 'loops'
  | 'files'
  | 'groups'
  | 'choice'
  | 'members'
  | 'calls'
  | 'reach'
  | 'tree'
  | 'outline'
  | 'changes'
  | 'changed-calls'
  | 'changed-tree';

export interface Choosable {
  /// Names an event only if it is not the one that counts, whichever that is.
  key: string;
  is_number?: boolean;
  /// Left out where the page is narrow.
  is_extra?: boolean;
  /// Shown only if the reader chose it.
  is_offered?: boolean;
}

/// Lists in panes have no room for a menu of columns, and stay as they are.
export function can_choose(kind: ListKind): boolean {
  return !['groups', 'choice', 'members'].includes(kind);
}

export function choice_of(kind: ListKind): ColumnChoice {
  return column_choices.value[kind] ?? {};
}

/// `keys`, and those of `others` that it lacks, each behind the one that it follows there.
export function merged(keys: readonly string[], others: readonly string[]): string[] {
  const out = [...new Set(keys)];
  others.forEach((key, at) => {
    if (!out.includes(key)) {
      out.splice(out.indexOf(others[at - 1] ?? '') + 1, 0, key);
    }
  });
  return out;
}

export function in_order<C extends Choosable>(
  columns: readonly C[],
  { order = [] }: ColumnChoice,
): C[] {
  const by_key = new Map(columns.map((each) => [each.key, each]));
  return merged(order, [...by_key.keys()]).flatMap((key) => by_key.get(key) ?? []);
}

/// Rows are known by their name, which is always shown.
export function is_shown(column: Choosable, { shown = {} }: ColumnChoice): boolean {
  return column.is_number !== true || (shown[column.key] ?? column.is_offered !== true);
}

/// The columns to draw. A narrow page has room for names and one figure.
export function drawn_columns<C extends Choosable>(
  columns: readonly C[],
  choice: ColumnChoice,
  is_narrow: boolean,
): C[] {
  const all = in_order(columns, choice);
  const shown = all.filter((each) => is_shown(each, choice));
  if (!is_narrow) {
    return shown;
  }
  const usual = (each: Choosable) => each.is_extra !== true;
  const is_figure = (each: Choosable) => each.is_number === true;
  if (shown.some((each) => is_figure(each) && usual(each))) {
    return shown.filter(usual);
  }
  const one = shown.find(is_figure) ?? all.find((each) => is_figure(each) && usual(each));
  return all.filter((each) => each === one || !is_figure(each));
}

interface Labelled {
  label: string;
  of_event?: string;
}

/// Headings with their event, unless all are of the one that counts: that of the first of `all`.
export function event_labels<C extends Labelled>(
  columns: readonly C[],
  all: readonly Labelled[] = columns,
): C[] {
  const [first] = all.flatMap(({ of_event }) => of_event ?? []);
  if (columns.every(({ of_event = first }) => of_event === first)) {
    return [...columns];
  }
  return columns.map((each) =>
    each.of_event === undefined ? each : { ...each, label: `${each.label} ${each.of_event}` },
  );
}

function change(kind: ListKind, part: ColumnChoice): void {
  column_choices.value = {
    ...column_choices.value,
    [kind]: { ...choice_of(kind), ...part },
  };
}

export function show_column(kind: ListKind, column: Choosable, is_on: boolean): void {
  const { [column.key]: _was, ...others } = choice_of(kind).shown ?? {};
  const is_usual = is_on === (column.is_offered !== true);
  change(kind, { shown: is_usual ? others : { ...others, [column.key]: is_on } });
}

export interface ColumnPlace {
  side: 'before' | 'after';
  /// The key of another column.
  of: string;
}

export function place_column(
  kind: ListKind,
  columns: readonly Choosable[],
  key: string,
  { side, of }: ColumnPlace,
): void {
  const choice = choice_of(kind);
  const keys = in_order(columns, choice)
    .map((each) => each.key)
    .filter((each) => each !== key);
  const at = keys.indexOf(of);
  if (at >= 0) {
    keys.splice(side === 'before' ? at : at + 1, 0, key);
    change(kind, { order: merged(keys, choice.order ?? []) });
  }
}

/// Past the next column that is shown; where it stands then, from 1, or null: there is none.
export function step_column(
  kind: ListKind,
  columns: readonly Choosable[],
  key: string,
  step: 1 | -1,
): number | null {
  const choice = choice_of(kind);
  const shown = in_order(columns, choice).filter((each) => is_shown(each, choice));
  const at = shown.findIndex((each) => each.key === key);
  const next = shown[at + step];
  if (at < 0 || next === undefined) {
    return null;
  }
  place_column(kind, columns, key, { side: step === 1 ? 'after' : 'before', of: next.key });
  return at + step + 1;
}

/// No list is of use with a column that cannot be seen.
export const kLeastWidth = 48;
export const kMostWidth = 1200;

/// In pixels; null: automatic.
export function set_column_width(kind: ListKind, key: string, width: number | null): void {
  const { [key]: _was, ...others } = choice_of(kind).widths ?? {};
  const kept = width === null ? null : Math.max(kLeastWidth, Math.min(kMostWidth, width));
  change(kind, { widths: kept === null ? others : { ...others, [key]: Math.round(kept) } });
}

export function reset_columns(kind: ListKind): void {
  const { [kind]: _was, ...others } = column_choices.value;
  column_choices.value = others;
}
