// SPDX-License-Identifier: MIT
//
// The page as a whole: what stands in the place that the address names.
import { useEffect } from 'preact/hooks';
import { connection } from './api/client';
import { is_known_page, link_to, place } from './state/navigation';
import { profile, progress, session, session_fault } from './state/session';
import { Notices } from './ui/notices';
import { FileDrop } from './ui/profiles/sent_file';
import { Sheets } from './frame/sheets';
import { Shell } from './frame/shell';
import { Fault, Loading, ReadProgress, WhatToRun } from './ui/states';
import { subject_name } from './ui/subject';
import { shown_name } from './ui/cells';
import { ViewHead } from './ui/view_parts';
import { kViews } from './router';
import { kPages, type Page } from './state/place';

function useTitle(): void {
  const { page } = place.value;
  const about = subject_name.value === null ? kPages[page].title : shown_name(subject_name.value);
  const file = profile.value?.files[0];
  useEffect(() => {
    document.title = [about, file, 'quern'].filter((each) => each !== undefined).join(' · ');
  }, [about, file]);
}

/// Pages that show nothing of a profile.
const kWithoutProfile: readonly Page[] = ['settings', 'help'];

function Content() {
  const { page } = place.value;
  if (!is_known_page.value) {
    return (
      <section class="view">
        <ViewHead title="No such page" />
        <div class="empty">
          <p>
            No page has this address. <a href={link_to('home')}>Overview</a>
          </p>
        </div>
      </section>
    );
  }
  const state = session.value?.state;
  if (state !== 'ready' && !kWithoutProfile.includes(page)) {
    return <NotReady />;
  }
  const View = kViews[page];
  return <View />;
}

function NotReady() {
  return (
    <section class="view">
      <ViewHead title={session.value?.state === 'failed' ? 'The profile could not be read' : 'quern'} />
      <div class="empty">
        {session_fault.value !== null && <Fault fault={session_fault.value} />}
        {session.value?.state === 'failed' && (
          <>
            <p>Record a profile that quern can read, for example:</p>
            <WhatToRun />
          </>
        )}
        {session.value?.state === 'loading' &&
          (progress.value === null ? (
            <Loading what="Reading the profile" />
          ) : (
            <ReadProgress {...progress.value} />
          ))}
        {session.value === null && session_fault.value === null && (
          <Loading what="Connecting to the server" />
        )}
      </div>
    </section>
  );
}

function BadToken() {
  return (
    <main id="main" class="alone">
      <h1>This link has no access key</h1>
      <p>
        Only the user who started quern can open its profiles. Open the address that{' '}
        <code>quern view</code> printed in the terminal. It ends in <code>#t=…</code>; this tab has no
        such key, or one of an earlier start.
      </p>
    </main>
  );
}

export function App() {
  useTitle();
  if (connection.value === 'bad-token') {
    return <BadToken />;
  }
  return (
    <>
      <Shell>
        <Content />
      </Shell>
      <Sheets />
      <Notices />
      <FileDrop />
    </>
  );
}
