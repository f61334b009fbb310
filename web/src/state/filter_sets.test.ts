// SPDX-License-Identifier: MIT
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Change, Keys } from './place';

const held = await vi.hoisted(async () => {
  const { signal } = await import('@preact/signals');
  return signal<readonly unknown[]>([]);
});
const place = vi.hoisted(() => ({ value: { keys: {} as Keys } }));
const set_keys = vi.hoisted(() => vi.fn<(change: Change) => void>());
vi.mock('./preferences', () => ({ stored_filter_sets: held }));
vi.mock('./navigation', () => ({ place, set_keys, values_of: () => [] }));

const { apply_filters, delete_filters, filter_sets, filters_of, is_applied, save_filters } =
  await import('./filter_sets');

describe('filters under a name', () => {
  beforeEach(() => {
    held.value = [];
    place.value = { keys: { focus: ['^main$', 'a+b&c'], hide: ['log'], q: ['self > 1%'] } };
    set_keys.mockClear();
  });

  it('are those of the address, as a part of it', () => {
    expect(save_filters(' noise ')).toBe('saved');
    expect(held.value).toEqual([
      { name: 'noise', query: 'focus=%5Emain$&focus=a%2Bb%26c&hide=log' },
    ]);
    const [set] = filter_sets.value;
    expect(set && is_applied(set)).toBe(true);
    expect(set && filters_of(set).map(({ name, expression }) => `${name} ${expression}`)).toEqual([
      'focus ^main$',
      'focus a+b&c',
      'hide log',
    ]);
  });
  it('replace those of the same name, and stand by name', () => {
    save_filters('noise');
    save_filters('main');
    place.value = { keys: { ignore: ['x'] } };
    expect(save_filters('noise')).toBe('replaced');
    expect(filter_sets.value.map(({ name, query }) => [name, query.slice(0, 6)])).toEqual([
      ['main', 'focus='],
      ['noise', 'ignore'],
    ]);
    delete_filters({ name: 'main', query: '' });
    expect(filter_sets.value.map(({ name }) => name)).toEqual(['noise']);
  });
  it('leave alone what another version has stored', () => {
    const others = [{ name: 'x' }, 7, null, { name: 'y', query: 'hide=a', color: 1 }];
    held.value = others;
    expect(filter_sets.value.map(({ name }) => name)).toEqual(['y']);
    save_filters('noise');
    delete_filters({ name: 'noise', query: '' });
    expect(held.value).toEqual(others);
  });
  it('need a name, not too long a one, and filters', () => {
    expect(save_filters('  ')).toBeNull();
    expect(save_filters('n'.repeat(61))).toBeNull();
    place.value = { keys: { q: ['self > 1%'] } };
    expect(save_filters('noise')).toBeNull();
    expect(held.value).toEqual([]);
  });
  it('take the place of the present ones, and set nothing else', () => {
    apply_filters({ name: 'x', query: 'hide=%ff&e=Dr&parts=1&nonsense&__proto__=1&show=' });
    expect(set_keys).toHaveBeenCalledWith({
      focus: null,
      ignore: null,
      'show-from': null,
      show: null,
      hide: ['%ff'],
    });
  });
});
