// SPDX-License-Identifier: MIT
//
// What is shown instead of an answer that is loading, was refused, or is empty.
import { Component, type ComponentChildren } from 'preact';
import type { ApiFault } from '../api/types';
import { column_of, visible } from '../base/names';
import { grouped } from '../base/amounts';
import { lacks_records, progress } from '../state/session';

export function Fault({ fault, children }: { fault: ApiFault; children?: ComponentChildren }) {
  const place = [fault.file, fault.line, fault.column]
    .filter((each) => each !== null && each !== undefined)
    .join(':');
  return (
    <div class="fault" role="alert">
      <p>
        {place !== '' && <code>{visible(place, 400)}: </code>}
        {visible(fault.message, 1000)} <code class="code">{fault.code}</code>
      </p>
      {fault.hint && <p class="dim">Hint: {visible(fault.hint, 1000)}</p>}
      {children}
    </div>
  );
}

/// A text with a caret below the byte where the engine found an error; null: the place is unknown.
export function Caret({ text, at }: { text: string; at: number | null | undefined }) {
  const mark = at ? `\n${' '.repeat(column_of(text, at))}^` : '';
  return <pre class="caret">{visible(text, 1000) + mark}</pre>;
}

export function Loading({ what }: { what: string }) {
  return (
    <p class="loading" aria-busy="true">
      {what} …
    </p>
  );
}

/// For answers that need the records of the profile.
function LoadingRecords({ what }: { what: string }) {
  return lacks_records.value && progress.value !== null ? (
    <ReadProgress {...progress.value} />
  ) : (
    <Loading what={what} />
  );
}

interface WaitingProps {
  of: { data: unknown; fault: ApiFault | null };
  /// Says what the page waits for.
  what: string;
  of_records?: boolean;
  /// Stands below a fault.
  children?: ComponentChildren;
}

/// Says why there is no answer: it is loading, or it was refused.
export function Waiting({ of: { data, fault }, what, of_records, children }: WaitingProps) {
  if (fault !== null) {
    return <Fault fault={fault}>{children}</Fault>;
  }
  if (data !== null) {
    return null;
  }
  return of_records === true ? <LoadingRecords what={what} /> : <Loading what={what} />;
}

export function ReadProgress({ read, total }: { read: number; total: number }) {
  const share = total > 0 ? Math.min(100, (read / total) * 100) : null;
  const done = grouped(BigInt(Math.trunc(read)));
  return (
    <div class="read-progress">
      <p>
        Reading the profile: {done} bytes
        {share !== null && ` of ${grouped(BigInt(Math.trunc(total)))}`}
      </p>
      {share === null ? (
        <progress aria-label="Reading" />
      ) : (
        <progress aria-label="Reading" max={100} value={share} />
      )}
    </div>
  );
}

/// Sentences of the engine.
export function Notes({ of }: { of: readonly string[] }) {
  return (
    <>
      {of.map((note) => (
        <p class="note" key={note}>
          {visible(note, 400)}
        </p>
      ))}
    </>
  );
}

/// Commands that record a profile.
export function WhatToRun() {
  return (
    <pre>
      {'valgrind --tool=callgrind ./program\nquern view callgrind.out.PID\n\n'}
      {'php -d xdebug.mode=profile script.php\nquern view cachegrind.out.PID'}
    </pre>
  );
}

/// Reports a failure of one pane; the other panes keep working.
export class Pane extends Component<{ children: ComponentChildren }, { error: string | null }> {
  override state = { error: null };
  static override getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
  override render() {
    if (this.state.error === null) {
      return <>{this.props.children}</>;
    }
    return (
      <Fault fault={{ code: 'page-error', message: `this part of the page failed: ${this.state.error}` }}>
        <button type="button" onClick={() => this.setState({ error: null })}>
          Try again
        </button>
      </Fault>
    );
  }
}
