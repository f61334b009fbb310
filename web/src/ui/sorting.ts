// SPDX-License-Identifier: MIT
//
// What a list is sorted by, as the address says: a cost or the number of calls, the highest first,
// or where its rows are from or what they are called.
import { is_one_file } from '../api/client';
import { key, refine } from '../state/navigation';
import { choice_of } from '../state/column_choice';
import { events, event_name, profile } from '../state/session';
import type { Column } from './grid';

type CostSort = 'self' | 'incl';
type Sort = CostSort | 'place' | 'name' | 'calls';
type Sorting = NonNullable<Column<unknown>['sort']>;

export function sort_now(): Sort {
  const now = key('sort')?.replace(/^-/, '');
  return now === 'incl' || now === 'place' || now === 'name' || now === 'calls' ? now : 'self';
}

/// For lists that can only stand by cost.
export function cost_sort_now(): CostSort {
  return sort_now() === 'incl' ? 'incl' : 'self';
}

/// By costs or by the number of calls, the highest first.
export function cost_sorting(by: CostSort | 'calls'): Sorting {
  return {
    direction: sort_now() === by ? 'descending' : null,
    go: () => refine({ sort: by }),
  };
}

/// Of an answer's first event. A ratio that sorts is none of the events: a click ends that.
export function first_sorting(events: readonly string[], by: CostSort): Sorting {
  return events.includes(event_name.value)
    ? cost_sorting(by)
    : { direction: null, go: () => refine({ sort: by, e: null }) };
}

/// Of the ratio that counts.
export function ratio_sorting(name: string): Pick<Column<unknown>, 'sort'> {
  return name === event_name.value ? { sort: cost_sorting('self') } : {};
}

/// A page in one file has no such lists; else where calls, or iterations of loops, are counted.
export function calls_sorting(): Pick<Column<unknown>, 'sort'> {
  const is_counted = key('group') === 'loop' || profile.value?.has?.calls === true;
  return is_one_file() || !is_counted ? {} : { sort: cost_sorting('calls') };
}

/// What the column of names has; a page in one file has no such lists with it.
type NameHead = Pick<Column<unknown>, 'title' | 'sort'>;

/// By name, and by place where one asks once more.
export function name_head(): NameHead {
  const now = sort_now();
  return is_one_file()
    ? {}
    : {
        title: 'Sort by name; click again to sort by object, file and line',
        sort: {
          direction: now === 'name' || now === 'place' ? 'ascending' : null,
          go: () => refine({ sort: now === 'name' ? 'place' : 'name' }),
        },
      };
}

/// Of files, whose place is their name.
export function file_head(): NameHead {
  const direction = sort_now() === 'name' ? 'ascending' : null;
  return is_one_file() ? {} : { sort: { direction, go: () => refine({ sort: 'name' }) } };
}

/// Whether self costs of rows add up: not those of loops, not peaks, not ratios.
export function adds_up(): boolean {
  const event = events.value.find((each) => each.name === event_name.value);
  return key('group') !== 'loop' && event?.combine === 'sum' && event.kind !== 'ratio';
}

/// Running totals are of rows by self cost.
export function can_run(): boolean {
  return !is_one_file() && sort_now() === 'self' && adds_up();
}

/// Stacks are counted by function or group, where the profile has them.
export function has_paths(): boolean {
  return !is_one_file() && key('group') !== 'loop' && profile.value?.has?.paths === true;
}

/// Whether the reader chose that column.
export function counts_paths(): boolean {
  return has_paths() && choice_of('functions').shown?.['paths'] === true;
}

/// Costs over merged runs are kept by function.
export function has_stats(): boolean {
  const group = key('group');
  const is_by_function = group === null || group === 'function';
  return !is_one_file() && is_by_function && profile.value?.has?.runs === true;
}

const kStatsColumns = ['runs', 'runs-mean', 'runs-median', 'runs-p95', 'runs-max', 'runs-run'];

/// Whether the reader chose one of these columns.
export function shows_stats(): boolean {
  const { shown } = choice_of('functions');
  return has_stats() && kStatsColumns.some((column) => shown?.[column] === true);
}

export function runs(): boolean {
  return key('run') === '1' && can_run();
}
