// SPDX-License-Identifier: MIT
//
// Where one is: a page, what it is about, and keys. All that changes the picture is here, and all
// of it is in the address, so that a link shows a colleague the same.
import { name_query } from '../base/words';

interface PageWords {
  title: string;
  /// As keys and the palette call it, and as its tab does, where that is another word.
  label?: string;
  tab?: string;
  /// Goes there; as KeyboardEvent.key has it.
  key: string;
}

const kPageWords = {
  home: { title: 'Overview', key: '1' },
  functions: { title: 'Functions', key: '2' },
  fn: { title: 'Function', key: '3' },
  tree: { title: 'Call tree', tab: 'Tree', key: '4' },
  flame: { title: 'Flame graph', tab: 'Flame', key: '5' },
  graph: { title: 'Call graph', tab: 'Graph', key: '6' },
  map: { title: 'Map', key: '7' },
  source: { title: 'Source', label: 'Source files', key: '8' },
  compare: { title: 'Changes', key: '9' },
  gate: { title: 'Gate', key: 'g' },
  settings: { title: 'Settings', key: ',' },
  help: { title: 'Help', key: 'F1' },
};
export type Page = keyof typeof kPageWords;
export const kPages: Readonly<Record<Page, PageWords>> = kPageWords;
export const kPageNames = Object.keys(kPages) as readonly Page[];

/// Filters of the engine, named as the options of the terminal.
export const kFilters = ['focus', 'ignore', 'show-from', 'show', 'hide'] as const;
export type FilterName = (typeof kFilters)[number];

/// The value of the key `base` that hides the comparison.
export const kOff = 'off';

/// Keys that go along from page to page.
export const kCommonKeys = [
  ...kFilters,
  'e',
  'e2',
  'define',
  'parts',
  'threads',
  'q',
  'find',
  'base',
  'pct',
  'tpl',
  'dn',
  'sel',
] as const;

const kOwnKeys: Record<Page, readonly string[]> = {
  home: [],
  functions: ['group', 'sort', 'run', 'by', 'in', 'unchanged', 'kinds', 'qm', 'at'],
  fn: ['tab', 'group', 'way', 'order', 'sort'],
  tree: ['group', 'inv', 'path', 'open', 'unchanged', 'closed'],
  flame: ['group', 'inv', 'mode', 'path', 'rec', 'as', 'color', 'depth', 'fn', 'sort', 'widths'],
  graph: [
    ...['group', 'fn', 'up', 'down', 'least', 'nodes', 'cluster', 'cycles', 'direction', 'boxes'],
    'as',
  ],
  map: ['group', 'of', 'fn', 'depth', 'least', 'as'],
  source: ['line', 'fn', 'cold', 'sort', 'unchanged'],
  compare: ['group', 'kinds'],
  gate: ['rules'],
  settings: [],
  help: ['topic'],
};

const kSearched: readonly Page[] = ['functions', 'compare', 'tree', 'flame', 'graph', 'map', 'source'];

/// Keys that may stand several times.
const kLists: readonly string[] = ['define', 'rules', ...kFilters];

export type Keys = Readonly<Record<string, readonly string[]>>;

export interface Place {
  page: Page;
  /// Of a function, group or file; null where the page is about none.
  id: string | null;
  keys: Keys;
}

export interface Parsed {
  place: Place;
  /// Keys of the address that mean nothing here.
  ignored: string[];
  is_known: boolean;
}

export function allows(page: Page, key: string): boolean {
  return (kCommonKeys as readonly string[]).includes(key) || kOwnKeys[page].includes(key);
}

function page_of(pathname: string): { page: Page; id: string | null } | null {
  const pieces = pathname.split('/').filter((piece) => piece !== '');
  const [first, second] = pieces;
  if (first === undefined) {
    return { page: 'home', id: null };
  }
  const page = kPageNames.find((each) => each === first && each !== 'home');
  const takes_id = page === 'fn' || page === 'source';
  if (page === undefined || pieces.length > (takes_id ? 2 : 1)) {
    return null;
  }
  try {
    return { page, id: second === undefined ? null : decodeURIComponent(second) };
  } catch {
    return null;
  }
}

/// The engine takes '+' for itself, as it stands in formulas and rules.
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function parse_place(pathname: string, search: string): Parsed {
  const found = page_of(pathname);
  const { page, id } = found ?? { page: 'home' as const, id: null };
  const keys: Record<string, string[]> = {};
  const ignored: string[] = [];
  for (const piece of search.replace(/^\?/, '').split('&')) {
    if (piece === '') {
      continue;
    }
    const at = piece.indexOf('=');
    const key = decoded(at < 0 ? piece : piece.slice(0, at));
    const value = decoded(at < 0 ? '' : piece.slice(at + 1));
    if (!allows(page, key) || (Object.hasOwn(keys, key) && !kLists.includes(key))) {
      ignored.push(key);
    } else if (value !== '') {
      keys[key] = [...(keys[key] ?? []), value];
    }
  }
  return { place: { page, id, keys }, ignored, is_known: found !== null };
}

/// Percent-encoded where an address needs it; what reads well stays as it is.
function encoded(text: string): string {
  return encodeURIComponent(text).replace(/%(?:2C|3A|40|24|3B|2F)/g, decodeURIComponent);
}

export function query_of(keys: Keys): string {
  const pieces: string[] = [];
  for (const key of Object.keys(keys).sort()) {
    for (const value of keys[key] ?? []) {
      pieces.push(`${key}=${encoded(value)}`);
    }
  }
  return pieces.join('&');
}

export function address_of(place: Place): string {
  const path = place.page === 'home' ? '/' : `/${place.page}`;
  const id = place.id === null ? '' : `/${encodeURIComponent(place.id)}`;
  const query = query_of(place.keys);
  return path + id + (query === '' ? '' : `?${query}`);
}

/// The query of lists: the one in the address, or one for names with the words of a search.
export function row_query_of(place: Place): string | null {
  const words = key_of(place, 'find');
  return key_of(place, 'q') ?? (words === null ? null : name_query(words));
}

/// Whether this page searches for words.
export function search_acts({ page }: Place): boolean {
  return kSearched.includes(page);
}

/// The same of a query. It goes along to pages that know nothing of it.
export function query_acts({ page, id, keys }: Place, compares: boolean): boolean {
  switch (page) {
    case 'functions':
    case 'compare':
      return true;
    case 'flame':
      // The list of functions next to a sandwich is of one side.
      return !compares || keys['mode']?.[0] === 'sandwich';
    case 'graph':
    case 'map':
      return !compares;
    case 'source':
      return id === null;
    default:
      return false;
  }
}

export type Change = Readonly<Record<string, string | readonly string[] | null | undefined>>;

/// The same place with keys set (null: taken away).
export function with_keys(place: Place, change: Change): Place {
  const keys: Record<string, readonly string[]> = { ...place.keys };
  for (const [key, value] of Object.entries(change)) {
    if (value === null || value === undefined || value === '' || value.length === 0) {
      delete keys[key];
    } else {
      keys[key] = typeof value === 'string' ? [value] : value;
    }
  }
  return { ...place, keys };
}

/// Another page; what belongs to this one alone stays behind.
export function at_page(
  place: Place,
  page: Page,
  id: string | null = null,
  own: Change = {},
): Place {
  const keys: Record<string, readonly string[]> = {};
  for (const key of kCommonKeys) {
    const value = place.keys[key];
    if (value !== undefined) {
      keys[key] = value;
    }
  }
  return with_keys({ page, id, keys }, own);
}

export function key_of(place: Place, key: string): string | null {
  return place.keys[key]?.[0] ?? null;
}
