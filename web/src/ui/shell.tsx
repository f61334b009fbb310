// SPDX-License-Identifier: MIT
//
// What stands around every view: the bar at the top, the way to the views, what is filtered, the
// selected function, and the line at the foot.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { connection, is_one_file } from '../api/client';
import type { ApiFault } from '../api/types';
import { visible, base_name } from '../base/names';
import { grouped } from '../base/amounts';
import { sheet, step_percent } from '../state/actions';
import {
  ignored_keys,
  key,
  link_to,
  link_with,
  place,
  refine,
  set_keys,
} from '../state/navigation';
import { detail_open, detail_width, is_narrow, theme } from '../state/preferences';
import { address_of, query_acts, type Page } from '../state/place';
import {
  base_profile,
  changed_files,
  event_name,
  events,
  is_diff,
  parts,
  profile,
  session,
  lacks_records,
  progress,
  session_fault,
} from '../state/session';
import { Detail } from './detail';
import { FilterNotes, kFilterLabels } from './filter_sheet';
import { LeftOutBanner } from './left_out';
import { Printed } from './printed';
import { QueryBox } from './query_box';
import { Fault, Pane } from './states';
import { status } from './status';
import { Separator } from './separator';

const kTabs: readonly [Page, string][] = [
  ['home', 'Overview'],
  ['functions', 'Functions'],
  ['fn', 'Function'],
  ['tree', 'Tree'],
  ['flame', 'Flame'],
  ['source', 'Source'],
  ['compare', 'Compare'],
  ['gate', 'Gate'],
];

function tab_link(page: Page): string {
  if (page === 'fn') {
    return link_to('fn', place.value.page === 'fn' ? place.value.id : key('sel'));
  }
  return link_to(page);
}

function Tabs() {
  return (
    <nav class="tabs" aria-label="Views">
      {kTabs.map(([page, label]) => (
        <a
          key={page}
          href={tab_link(page)}
          aria-current={place.value.page === page ? 'page' : undefined}
        >
          {label}
        </a>
      ))}
      <span class="spring" />
      <a
        href={link_to('settings')}
        aria-current={place.value.page === 'settings' ? 'page' : undefined}
      >
        Settings
      </a>
      <a href={link_to('help')} aria-current={place.value.page === 'help' ? 'page' : undefined}>
        Help
      </a>
    </nav>
  );
}

function EventChoice({ name, label }: { name: 'e' | 'e2'; label: string }) {
  const own = (place.value.keys['define'] ?? []).map((each) =>
    (each.split(/[[=]/)[0] ?? '').trim(),
  );
  const known = events.value.map((each) => each.name);
  const names = [...known, ...own.filter((each) => !known.includes(each))];
  const value = name === 'e' ? event_name.value : (key('e2') ?? '');
  const all = value === '' || names.includes(value) ? names : [...names, value];
  return (
    <label class="field">
      <span>{label}</span>
      <select
        value={value}
        onChange={(event) => {
          const chosen = event.currentTarget.value;
          set_keys({ [name]: name === 'e' && chosen === known[0] ? null : chosen || null });
        }}
      >
        {name === 'e2' && <option value="">none</option>}
        {all.map((each) => (
          <option key={each} value={each}>
            {visible(each, 60)}
          </option>
        ))}
      </select>
    </label>
  );
}

const kPercents: Record<string, string> = {
  total: '% of total',
  parent: '% of parent',
  abs: 'no %',
};

function TopBar() {
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
      {is_one_file() ? <span class="spring" /> : <QueryBox />}
      <EventChoice name="e" label="Event" />
      <EventChoice name="e2" label="and" />
      <button
        type="button"
        onClick={() => {
          sheet.value = 'events';
        }}
        aria-label="Events and formulas"
        title="Events and formulas"
      >
        ƒ
      </button>
      <button type="button" onClick={step_percent} aria-label="Percentages">
        {kPercents[key('pct') ?? 'total'] ?? '% of total'}
      </button>
      <button
        type="button"
        aria-pressed={key('tpl') === '1'}
        aria-label="Short names"
        title="Names without template arguments"
        onClick={() => refine({ tpl: key('tpl') === '1' ? null : '1' })}
      >
        {'<…>'}
      </button>
      {parts.value.length > 1 && !is_one_file() && (
        <button
          type="button"
          onClick={() => {
            sheet.value = 'parts';
          }}
        >
          {key('parts') === null && key('threads') === null
            ? `${grouped(BigInt(parts.value.length))} parts`
            : 'Some parts'}
        </button>
      )}
      {!is_one_file() && (
        <button
          type="button"
          title="Focus, ignore, show, hide functions"
          onClick={() => {
            sheet.value = 'filters';
          }}
        >
          Filter
        </button>
      )}
      {base_profile.value !== null && (
        <button
          type="button"
          aria-pressed={is_diff.value}
          onClick={() => set_keys({ base: is_diff.value ? null : 'base' })}
        >
          Compare
        </button>
      )}
      <button
        type="button"
        aria-label="Go to anything"
        title="Go to anything (Ctrl K)"
        onClick={() => {
          sheet.value = 'palette';
        }}
      >
        ⌕
      </button>
      <button
        type="button"
        aria-label="Light or dark"
        title="Light or dark"
        onClick={() => {
          const dark = document.documentElement.dataset['theme'] === 'dark';
          theme.value = dark ? 'light' : 'dark';
        }}
      >
        ◐
      </button>
      <button
        type="button"
        aria-label="Keys"
        title="Keys"
        onClick={() => {
          sheet.value = 'keys';
        }}
      >
        ?
      </button>
    </header>
  );
}

/// What narrows the picture, each to be taken away.
const kCrumbs: readonly [string, string][] = [
  ['q', 'query'],
  ['parts', 'parts'],
  ['threads', 'threads'],
  ['base', 'compared with'],
  ['define', 'formula'],
  ...Object.entries(kFilterLabels),
];

function Crumbs() {
  const crumbs = kCrumbs.flatMap(([name, label]) =>
    (place.value.keys[name] ?? []).map((value) => ({ name, label, value })),
  );
  if (crumbs.length === 0) {
    return null;
  }
  const is_queried = query_acts(place.value, is_diff.value);
  const cleared = Object.fromEntries(crumbs.map((each) => [each.name, null]));
  return (
    <section aria-label="What is filtered">
      <ul class="crumbs">
        {crumbs.map(({ name, label, value }) => (
          <li key={`${name}-${value}`} class={name === 'q' && !is_queried ? 'is-idle' : ''}>
            <span class="dim">
              {label}
              {name === 'q' && !is_queried && ', without effect here'}
            </span>{' '}
            <code>{visible(value, 120)}</code>
            <a
              class="remove"
              aria-label={`Remove ${label} ${visible(value, 80)}`}
              href={link_with({
                [name]: (place.value.keys[name] ?? []).filter((each) => each !== value),
              })}
            >
              ×
            </a>
          </li>
        ))}
        <li>
          <a href={link_with(cleared)}>Clear</a>
        </li>
      </ul>
    </section>
  );
}

/// The last reading failed: what is shown is no longer what lies on disk.
function Stale({ fault }: { fault: ApiFault }) {
  return (
    <section class="banner is-stale" aria-label="The last reading">
      <p>It could not be read again: the numbers are those of before.</p>
      <Fault fault={fault} />
    </section>
  );
}

/// The numbers of a profile whose end is missing are those of its rows, not of the run.
function IncompleteBanner() {
  const lines = [...(base_profile.value?.incomplete ?? []), ...(profile.value?.incomplete ?? [])];
  if (lines.length === 0) {
    return null;
  }
  return (
    <section class="banner is-stale" aria-label="Incomplete">
      {lines.map((line) => (
        <p key={line}>Incomplete profile: {visible(line, 400)}</p>
      ))}
    </section>
  );
}

function Banners() {
  const gone = connection.value === 'gone';
  return (
    <>
      <IncompleteBanner />
      <LeftOutBanner />
      {gone && (
        <p class="banner is-grey" role="status">
          The server does not answer. What is shown stays; it is asked again and again.
        </p>
      )}
      {session.value?.state === 'ready' && session_fault.value !== null && (
        <Stale fault={session_fault.value} />
      )}
      {changed_files.value.length > 0 && (
        <p class="banner" role="status">
          {visible(changed_files.value.join(', '), 200)} changed on disk; it is read again.
        </p>
      )}
      {ignored_keys.value.length > 0 && (
        <p class="banner" role="status">
          Not known here, and ignored: {visible(ignored_keys.value.join(', '), 200)}
        </p>
      )}
    </>
  );
}

function percent_read(): string {
  const { read = 0, total = 0 } = progress.value ?? {};
  return total > 0 ? `: ${Math.min(100, Math.floor((read / total) * 100))} %` : '';
}

function StatusLine() {
  const open = profile.value;
  const errors = open?.errors ?? 0;
  const warnings = open?.warnings ?? 0;
  return (
    <footer class="status">
      <span>{status.value}</span>
      <span class="spring" />
      {open?.format && <span>{open.format}</span>}
      {errors + warnings > 0 && (
        <a href={link_to('home')}>
          {errors > 0 && `${errors} errors `}
          {warnings > 0 && `${warnings} warnings`}
        </a>
      )}
      <span>
        {is_one_file()
          ? 'one file'
          : connection.value !== 'ok'
            ? 'no server'
            : session_fault.value !== null
              ? 'not read again'
              : lacks_records.value
                ? `sums are ready, records are being read${percent_read()}`
                : 'ready'}
      </span>
    </footer>
  );
}

const kWithDetail: readonly Page[] = ['functions', 'tree', 'flame', 'compare'];

export function Shell({ children }: { children: ComponentChildren }) {
  const main = useRef<HTMLElement>(null);
  const { page, id } = place.value;
  const selected = key('sel');
  const first = useRef(true);
  // A new subject: its heading takes the focus, and is read out by that.
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    main.current?.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  }, [page, id]);
  const with_detail =
    detail_open.value && selected !== null && kWithDetail.includes(page) && !is_narrow.value;
  return (
    <>
      <a class="skip" href="#main"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        Skip to the view
      </a>
      <TopBar />
      <Tabs />
      <p class="print-only">
        {visible(profile.value?.files.join(', ') ?? '', 500)} · {address_of(place.value)}
      </p>
      <Crumbs />
      <FilterNotes />
      <Banners />
      <Printed />
      <div class="body" data-hash={session.value?.hash ?? ''}>
        <main id="main" tabIndex={-1} ref={main}>
          <Pane key={`${page}/${id}`}>{children}</Pane>
        </main>
        {with_detail && (
          <aside class="detail" aria-label="Selected" style={{ width: `${detail_width.value}px` }}>
            <Separator />
            <Pane key={selected}>
              <Detail id={selected} />
            </Pane>
          </aside>
        )}
      </div>
      <StatusLine />
    </>
  );
}
