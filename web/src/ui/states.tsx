// SPDX-License-Identifier: MIT
//
// What stands where an answer would: on its way, refused, or empty.
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

/// A text with a mark below the byte that the engine stumbled over; null: it does not tell which.
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

/// Likewise of an answer that only records give.
function LoadingRecords({ what }: { what: string }) {
  return lacks_records.value && progress.value !== null ? (
    <ReadProgress {...progress.value} />
  ) : (
    <Loading what={what} />
  );
}

interface WaitingProps {
  of: { data: unknown; fault: ApiFault | null };
  /// What is being done until there is an answer.
  what: string;
  of_records?: boolean;
  /// Stands below a fault.
  children?: ComponentChildren;
}

/// Why there is no answer: it is on its way, or was refused; the one before may still stand.
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

/// How profiles come about.
export function WhatToRun() {
  return (
    <pre>
      {'valgrind --tool=callgrind ./program\nquern view callgrind.out.PID\n\n'}
      {'php -d xdebug.mode=profile script.php\nquern view cachegrind.out.PID'}
    </pre>
  );
}

/// A pane whose code failed says so; the panes around it go on.
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
      <Fault fault={{ code: 'page-error', message: `this pane failed: ${this.state.error}` }}>
        <button type="button" onClick={() => this.setState({ error: null })}>
          Try again
        </button>
      </Fault>
    );
  }
}
