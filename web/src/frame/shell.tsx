// SPDX-License-Identifier: MIT
//
// The frame around every view: the top bar, the tabs, the active filters, the selected function,
// and the status line.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { connection, is_one_file } from '../api/client';
import type { ApiFault } from '../api/types';
import { counted } from '../base/amounts';
import { visible } from '../base/names';
import { ignored_keys, key, link_to, link_with, place, values_of } from '../state/navigation';
import { address_of, query_acts, search_acts, type Page } from '../state/place';
import { can_search } from '../state/search';
import { detail_open, detail_width, is_narrow } from '../state/preferences';
import {
  base_profile,
  changed_files,
  is_diff,
  lacks_records,
  profile,
  progress,
  session,
  session_fault,
} from '../state/session';
import { Detail } from './detail';
import { FilterNotes, kFilterLabels } from './filter_sheet';
import { LeftOutBanner } from '../ui/left_out';
import { Printed } from '../ui/printed';
import { sending } from '../ui/profiles/sent_file';
import { Fault, Pane } from '../ui/states';
import { status } from '../ui/status';
import { Separator } from './separator';
import { Tabs, TopBar } from './top_bar';

/// What restricts the view; each can be removed.
const kCrumbs: readonly [string, string][] = [
  ['q', 'query'],
  ['find', 'search'],
  ['parts', 'parts'],
  ['threads', 'threads'],
  ['define', 'formula'],
  ...Object.entries(kFilterLabels),
];

function Crumbs() {
  const crumbs = kCrumbs.flatMap(([name, label]) =>
    values_of(name).map((value) => ({ name, label, value })),
  );
  if (crumbs.length === 0) {
    return null;
  }
  const acts = (name: string) => {
    if (name === 'q') {
      return !is_one_file() && query_acts(place.value, is_diff.value);
    }
    if (name === 'find') {
      return search_acts(place.value) && can_search(place.value);
    }
    return name !== 'threads' || !is_diff.value; // threads of both sides are not the same ones
  };
  const cleared = Object.fromEntries(crumbs.map((each) => [each.name, null]));
  return (
    <section aria-label="Active filters">
      <ul class="crumbs">
        {crumbs.map(({ name, label, value }) => (
          <li key={`${name}-${value}`} class={acts(name) ? '' : 'is-idle'}>
            <span class="dim">
              {label}
              {!acts(name) && ', not used here'}
            </span>{' '}
            <code>{visible(value, 120)}</code>
            <a
              class="remove"
              aria-label={`Remove ${label} ${visible(value, 80)}`}
              href={link_with({ [name]: values_of(name).filter((each) => each !== value) })}
            >
              ×
            </a>
          </li>
        ))}
        <li>
          <a href={link_with(cleared)}>Clear all</a>
        </li>
      </ul>
    </section>
  );
}

/// The file could not be read again: the numbers shown are older than the file.
function Stale({ fault }: { fault: ApiFault }) {
  return (
    <section class="banner is-stale" aria-label="Out of date">
      <p>A file could not be read. The numbers are those from before.</p>
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
          The server does not answer. The page keeps trying; what it shows stays usable.
        </p>
      )}
      {sending.value !== null && (
        <p class="banner" role="status">
          Sending {visible(sending.value, 200)} to quern …
        </p>
      )}
      {session.value?.state === 'ready' && session_fault.value !== null && (
        <Stale fault={session_fault.value} />
      )}
      {changed_files.value.length > 0 && (
        <p class="banner" role="status">
          {visible(changed_files.value.join(', '), 200)} changed on disk. Reading again …
        </p>
      )}
      {ignored_keys.value.length > 0 && (
        <p class="banner" role="status">
          Unknown keys in the address, ignored: {visible(ignored_keys.value.join(', '), 200)}
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
          {errors > 0 && `${counted(errors, 'error')} `}
          {warnings > 0 && counted(warnings, 'warning')}
        </a>
      )}
      <span>
        {is_one_file()
          ? 'one file'
          : connection.value !== 'ok'
            ? 'no server'
            : session_fault.value !== null
              ? 'out of date'
              : lacks_records.value
                ? `reading details${percent_read()}`
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
  // The heading of a new subject takes the focus, so that screen readers announce it.
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
