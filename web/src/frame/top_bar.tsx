// SPDX-License-Identifier: MIT
//
// The top bar: the open profile, the query and the shown event; and the tabs.
import { useLayoutEffect, useRef } from 'preact/hooks';
import { is_one_file } from '../api/client';
import type { Profile } from '../api/types';
import { grouped } from '../base/amounts';
import { base_name, visible } from '../base/names';
import { kActions, key_for, show_sheet, toggle_comparison } from '../state/actions';
import { key, link_to, place, set_keys, values_of } from '../state/navigation';
import { can_select_parts } from '../state/part_choice';
import { kPageNames, kPages, type Page } from '../state/place';
import { is_narrow } from '../state/preferences';
import { can_search } from '../state/search';
import {
  base_profile,
  event_name,
  events,
  is_diff,
  offered_events,
  parts,
  profile,
} from '../state/session';
import { Choice } from '../ui/choices';
import { Menu, type Action as MenuAction } from '../ui/menu';
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
  const bar = useRef<HTMLElement>(null);
  const { page } = place.value;
  // Not scrollIntoView(), which may move the page too.
  useLayoutEffect(() => {
    const tab = bar.current?.querySelector<HTMLElement>('[aria-current]');
    if (bar.current && tab) {
      bar.current.scrollLeft = tab.offsetLeft - (bar.current.clientWidth - tab.offsetWidth) / 2;
    }
  }, [page, is_narrow.value]);
  return (
    <nav class="tabs" aria-label="Views" ref={bar}>
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
  const known = offered_events.value.map((each) => each.name);
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
        set_keys({
          [name]: name === 'e' && chosen === events.value[0]?.name ? null : chosen || null,
        })
      }
    />
  );
}

const kPercents: Record<string, string> = {
  total: '% of total',
  parent: '% of parent',
  abs: 'no %',
};

/// Rare settings; the menu shows their keys.
const kMenu = ['events', 'percent', 'short', 'theme', 'keys'];

function menu_actions(): MenuAction[] {
  const states: Record<string, string> = {
    percent: kPercents[key('pct') ?? 'total'] ?? '',
    short: key('tpl') === '1' ? 'on' : 'off',
  };
  const chosen = kActions.filter(({ id }) => kMenu.includes(id));
  return [
    { label: 'Search everything …', hint: 'Ctrl K', run: show_sheet('palette') },
    ...chosen.map((action) => ({
      label: action.label,
      ...(states[action.id] === undefined ? {} : { state: states[action.id] }),
      hint: key_for(action),
      run: action.run,
    })),
  ];
}

function ComparisonSwitch({ base }: { base: Profile }) {
  const file = base_name(base.files[0] ?? '');
  return (
    <button
      type="button"
      class="versus"
      aria-pressed={is_diff.value}
      title={`Comparison with ${visible(base.files[0] ?? '', 2000)}`}
      onClick={toggle_comparison}
    >
      vs <bdi>{visible(file, 80)}</bdi>
    </button>
  );
}

/// The name of the open file, which offers the other profiles of its folder.
function OpenFile() {
  const files = profile.value?.files ?? [];
  const names = visible(files.join('\n'), 2000);
  const shown = <bdi>{visible(base_name(files[0] ?? ''), 80)}</bdi>;
  if (is_one_file() || files.length !== 1) {
    return (
      <span class="file" title={names}>
        {shown}
        {files.length > 1 && <span class="dim"> +{files.length - 1}</span>}
      </span>
    );
  }
  return (
    <button
      type="button"
      class="plain file"
      aria-haspopup="dialog"
      title={`${names}\nOpen another profile`}
      onClick={show_sheet('files')}
    >
      {shown}
    </button>
  );
}

export function TopBar() {
  return (
    <header class="top">
      <a class="brand" href={link_to('home')}>
        quern
      </a>
      <OpenFile />
      {can_search(place.value) ? <QueryBox /> : <span class="spring" />}
      <EventChoice name="e" label="Event" />
      {!is_narrow.value && <EventChoice name="e2" label="and" />}
      {can_select_parts.value && (
        <button type="button" onClick={show_sheet('parts')}>
          {key('parts') === null && key('threads') === null
            ? `${grouped(BigInt(parts.value.length))} parts`
            : 'Selected parts'}
        </button>
      )}
      {!is_one_file() && (
        <button
          type="button"
          class="in-first-line"
          title="Filter stacks by function: focus, ignore, show, hide"
          onClick={show_sheet('filters')}
        >
          Filter
        </button>
      )}
      {base_profile.value !== null && (
        <ComparisonSwitch base={base_profile.value} />
      )}
      <Menu label="View" actions={menu_actions()} />
    </header>
  );
}
