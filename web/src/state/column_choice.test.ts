// SPDX-License-Identifier: MIT
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ColumnChoice } from './preferences';

const held = vi.hoisted(() => ({ value: {} as Record<string, ColumnChoice> }));
vi.mock('./preferences', () => ({ column_choices: held }));

const {
  choice_of,
  drawn_columns,
  event_labels,
  in_order,
  merged,
  place_column,
  reset_columns,
  set_column_width,
  show_column,
  step_column,
} = await import('./column_choice');

const self = { key: 'self', is_number: true };
const share = { key: 'self-share', is_number: true, is_extra: true };
const inclusive = { key: 'incl', is_number: true, is_extra: true };
const other = { key: 'self:Dr', is_number: true, is_extra: true, is_offered: true };
const name = { key: 'name' };
const kColumns = [self, share, inclusive, other, name];

const drawn = (is_narrow = false, columns = kColumns) =>
  drawn_columns(columns, choice_of('functions'), is_narrow).map(({ key }) => key);

beforeEach(() => {
  held.value = {};
});

describe('columns', () => {
  it('are those that nobody has to choose, at first', () => {
    expect(drawn()).toEqual(['self', 'self-share', 'incl', 'name']);
    expect(drawn(true)).toEqual(['self', 'name']);
  });

  it('are shown and hidden; names always stay', () => {
    show_column('functions', other, true);
    show_column('functions', self, false);
    show_column('functions', name, false);
    expect(drawn()).toEqual(['self-share', 'incl', 'self:Dr', 'name']);
    show_column('functions', other, false);
    show_column('functions', self, true);
    show_column('functions', name, true);
    expect(choice_of('functions').shown).toEqual({});
  });

  it('of a narrow page are the name and one figure, whatever was chosen', () => {
    show_column('functions', other, true);
    expect(drawn(true)).toEqual(['self', 'name']);
    show_column('functions', self, false);
    expect(drawn(true)).toEqual(['self-share', 'name']);
    for (const each of kColumns) {
      show_column('functions', each, false);
    }
    expect(drawn(true)).toEqual(['self', 'name']);
  });

  it('move past the next one that is shown, and stop at the ends', () => {
    expect(step_column('functions', kColumns, 'name', -1)).toBe(3);
    expect(drawn()).toEqual(['self', 'self-share', 'name', 'incl']);
    expect(step_column('functions', kColumns, 'name', 1)).toBe(4);
    expect(drawn()).toEqual(['self', 'self-share', 'incl', 'name']);
    expect(step_column('functions', kColumns, 'name', 1)).toBe(null);
    expect(step_column('functions', kColumns, 'self', -1)).toBe(null);
    expect(step_column('functions', kColumns, 'self:Dr', -1)).toBe(null);
  });

  it('are placed next to another one, and not next to themselves', () => {
    place_column('functions', kColumns, 'name', { side: 'before', of: 'self' });
    expect(drawn()).toEqual(['name', 'self', 'self-share', 'incl']);
    place_column('functions', kColumns, 'self', { side: 'after', of: 'self' });
    expect(drawn()).toEqual(['name', 'self', 'self-share', 'incl']);
  });

  it('of events that a profile lacks keep their places for others', () => {
    show_column('functions', other, true);
    place_column('functions', kColumns, 'self:Dr', { side: 'before', of: 'self' });
    const without = kColumns.filter((each) => each !== other);
    place_column('functions', without, 'name', { side: 'before', of: 'self' });
    expect(drawn(false, without)).toEqual(['name', 'self', 'self-share', 'incl']);
    expect(drawn()).toEqual(['self:Dr', 'name', 'self', 'self-share', 'incl']);
  });

  it('that are new come after the one that they follow', () => {
    expect(merged(['c', 'a'], ['a', 'b', 'c', 'd'])).toEqual(['c', 'd', 'a', 'b']);
    expect(merged(['b', 'b'], ['a', 'b'])).toEqual(['a', 'b']);
    expect(in_order([self, name], { order: ['x', 'name', 'self'] })).toEqual([name, self]);
  });

  it('have widths between the least and the most, or none', () => {
    set_column_width('functions', 'self', 1);
    set_column_width('functions', 'name', 9999.5);
    expect(choice_of('functions').widths).toEqual({ self: 48, name: 1200 });
    set_column_width('functions', 'self', null);
    expect(choice_of('functions').widths).toEqual({ name: 1200 });
  });

  it('of one kind of list are reset alone', () => {
    show_column('functions', other, true);
    show_column('tree', other, true);
    reset_columns('functions');
    expect(Object.keys(held.value)).toEqual(['tree']);
  });
});

it('headings name their event unless all are of the one that counts', () => {
  const ir = { label: 'Self', of_event: 'Ir' };
  const dr = { label: 'Self', of_event: 'Dr' };
  const calls = { label: 'Calls' };
  const labels = (columns: { label: string; of_event?: string }[]) =>
    event_labels(columns, [ir, dr]).map(({ label }) => label);
  expect(labels([ir, ir, calls])).toEqual(['Self', 'Self', 'Calls']);
  expect(labels([ir, dr, calls])).toEqual(['Self Ir', 'Self Dr', 'Calls']);
  expect(labels([dr])).toEqual(['Self Dr']);
});
