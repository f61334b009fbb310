// SPDX-License-Identifier: MIT
//
// The top bar: the open profile, the query and the shown event; and the tabs.
import { is_one_file } from '../api/client';
import { grouped } from '../base/amounts';
import { base_name, visible } from '../base/names';
import {
  show_sheet,
  step_percent,
  toggle_comparison,
  toggle_short_names,
  toggle_theme,
} from '../state/actions';
import { key, link_to, place, set_keys, values_of } from '../state/navigation';
import { kPageNames, kPages, type Page } from '../state/place';
import { can_search } from '../state/search';
import { base_profile, event_name, events, is_diff, parts, profile } from '../state/session';
import { Choice } from '../ui/choices';
import { QueryBox } from './query_box';

/// On the right.
const kAside: readonly Page[] = ['settings', 'help'];

function tab_link(page: Page): string {
  if (page === 'fn') {
    return link_to('fn', place.value.page === 'fn' ? place.value.id : key('sel'));
  }
  return link_to(page);
}

function Tab({ page }: { page: Page }) {
  const { title, tab = title } = kPages[page];
  return (
    <a href={tab_link(page)} aria-current={place.value.page === page ? 'page' : undefined}>
      {tab}
    </a>
  );
}

export function Tabs() {
  return (
    <nav class="tabs" aria-label="Views">
      {kPageNames
        .filter((page) => !kAside.includes(page))
        .map((page) => (
          <Tab key={page} page={page} />
        ))}
      <span class="spring" />
      {kAside.map((page) => (
        <Tab key={page} page={page} />
      ))}
    </nav>
  );
}

function EventChoice({ name, label }: { name: 'e' | 'e2'; label: string }) {
  const own = values_of('define').map((each) => (each.split(/[[=]/)[0] ?? '').trim());
  const known = events.value.map((each) => each.name);
  const names = [...known, ...own.filter((each) => !known.includes(each))];
  const value = name === 'e' ? event_name.value : (key('e2') ?? '');
  const all = value === '' || names.includes(value) ? names : [...names, value];
  const options = all.map((each) => [each, visible(each, 60)] as const);
  return (
    <Choice
      label={label}
      value={value}
      options={name === 'e2' ? [['', 'none'], ...options] : options}
      choose={(chosen) =>
        set_keys({ [name]: name === 'e' && chosen === known[0] ? null : chosen || null })
      }
    />
  );
}

const kPercents: Record<string, string> = {
  total: '% of total',
  parent: '% of parent',
  abs: 'no %',
};

interface SheetButtonProps {
  sheet: 'events' | 'palette' | 'keys';
  label: string;
  title?: string;
  children: string;
}

function SheetButton({ sheet, label, title = label, children }: SheetButtonProps) {
  return (
    <button type="button" aria-label={label} title={title} onClick={show_sheet(sheet)}>
      {children}
    </button>
  );
}

export function TopBar() {
  const file = profile.value?.files[0] ?? '';
  const more = (profile.value?.files.length ?? 1) - 1;
  return (
    <header class="top">
      <a class="brand" href={link_to('home')}>
        quern
      </a>
      <span class="file" title={visible(profile.value?.files.join('\n') ?? '', 2000)}>
        <bdi>{visible(base_name(file), 80)}</bdi>
        {more > 0 && <span class="dim"> +{more}</span>}
      </span>
      {can_search(place.value) ? <QueryBox /> : <span class="spring" />}
      <EventChoice name="e" label="Event" />
      <EventChoice name="e2" label="and" />
      <SheetButton sheet="events" label="Events and formulas">
        ƒ
      </SheetButton>
      <button type="button" onClick={step_percent} aria-label="Percentages" title="Percentages: of the total, of the parent, or none">
        {kPercents[key('pct') ?? 'total'] ?? '% of total'}
      </button>
      <button
        type="button"
        aria-pressed={key('tpl') === '1'}
        aria-label="Short names"
        title="Hide template arguments in names"
        onClick={toggle_short_names}
      >
        {'<…>'}
      </button>
      {parts.value.length > 1 && !is_one_file() && (
        <button type="button" onClick={show_sheet('parts')}>
          {key('parts') === null && key('threads') === null
            ? `${grouped(BigInt(parts.value.length))} parts`
            : 'Selected parts'}
        </button>
      )}
      {!is_one_file() && (
        <button
          type="button"
          title="Filter stacks by function: focus, ignore, show, hide"
          onClick={show_sheet('filters')}
        >
          Filter
        </button>
      )}
      {base_profile.value !== null && (
        <button type="button" aria-pressed={is_diff.value} onClick={toggle_comparison}>
          Compare
        </button>
      )}
      <SheetButton sheet="palette" label="Search everything" title="Search everything (Ctrl K)">
        ⌕
      </SheetButton>
      <button
        type="button"
        aria-label="Switch between light and dark"
        title="Switch between light and dark"
        onClick={toggle_theme}
      >
        ◐
      </button>
      <SheetButton sheet="keys" label="Keyboard shortcuts">
        ?
      </SheetButton>
    </header>
  );
}
