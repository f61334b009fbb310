// SPDX-License-Identifier: MIT
//
// The one place that touches the browser's history. A change of subject is a new entry, a
// refinement replaces the present one.
import { computed, signal } from '@preact/signals';
import { is_one_file } from '../api/client';
import { address_of, at_page, key_of, parse_place, row_query_of, with_keys } from './place';
import type { Change, Page, Parsed, Place } from './place';

/// Where one is: what stands behind the origin, and of a page in one file what stands behind "#".
function present_address(): string {
  const { hash, pathname, search } = window.location;
  return is_one_file() ? (hash.startsWith('#/') ? hash.slice(1) : '/') : pathname + search;
}

function present(): Parsed {
  return parsed_address(present_address());
}

function parsed_address(address: string): Parsed {
  const at = address.indexOf('?');
  return at < 0
    ? parse_place(address, '')
    : parse_place(address.slice(0, at), address.slice(at));
}

/// As links have it.
function href_of(to: Place): string {
  return (is_one_file() ? '#' : '') + address_of(to);
}

const parsed = signal<Parsed>({
  place: { page: 'home', id: null, keys: {} },
  ignored: [],
  is_known: true,
});

export const place = computed(() => parsed.value.place);
export const ignored_keys = computed(() => parsed.value.ignored);
export const is_known_page = computed(() => parsed.value.is_known);

export function start_navigation(): void {
  parsed.value = present();
  window.addEventListener('popstate', () => {
    parsed.value = present();
  });
  document.addEventListener('click', follow_link);
}

export function go(to: Place, how: 'push' | 'replace' = 'push'): void {
  if (address_of(to) === present_address()) {
    return;
  }
  const address = href_of(to);
  if (how === 'push') {
    window.history.pushState(null, '', address);
    parsed.value = present();
  } else {
    // A refinement is no new address of somebody's: what was told of that one still holds.
    const { ignored } = parsed.value;
    window.history.replaceState(null, '', address);
    parsed.value = { ...present(), ignored };
  }
}

export function refine(change: Change): void {
  go(with_keys(place.value, change), 'replace');
}

export function set_keys(change: Change): void {
  go(with_keys(place.value, change), 'push');
}

export function open_page(page: Page, id: string | null = null, own: Change = {}): void {
  go(at_page(place.value, page, id, own));
}

export function link_to(page: Page, id: string | null = null, own: Change = {}): string {
  return href_of(at_page(place.value, page, id, own));
}

export function link_with(change: Change): string {
  return href_of(with_keys(place.value, change));
}

export function key(name: string): string | null {
  return key_of(place.value, name);
}

/// A page in one file has no engine that could search its lists.
export function row_query(): string | null {
  return is_one_file() ? key('q') : row_query_of(place.value);
}

/// Of a key that may stand several times.
export function values_of(name: string): readonly string[] {
  return place.value.keys[name] ?? [];
}

/// Links of the page are real ones: with a modifier, or to elsewhere, the browser follows them.
function follow_link(event: MouseEvent): void {
  const target = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (
    event.defaultPrevented ||
    event.button !== 0 ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey ||
    !(target instanceof HTMLAnchorElement) ||
    target.target !== '' ||
    target.hasAttribute('download')
  ) {
    return;
  }
  const href = target.getAttribute('href') ?? '';
  if (is_one_file() ? !href.startsWith('#/') : href.startsWith('#')) {
    return;
  }
  if (is_one_file()) {
    event.preventDefault();
    go(parsed_address(href.slice(1)).place);
    return;
  }
  if (target.origin !== window.location.origin) {
    return;
  }
  event.preventDefault();
  go(parse_place(target.pathname, target.search).place);
}
