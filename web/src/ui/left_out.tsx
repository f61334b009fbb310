// SPDX-License-Identifier: MIT
//
// What a page in one file leaves out: a line above every view, and the whole list.
import { held_here, is_one_file } from '../api/client';
import type { Held } from '../api/embedded';
import { grouped } from '../base/amounts';
import { link_to } from '../state/navigation';
import { Card } from './view_parts';

const kWords: Record<string, string> = {
  functions: 'functions in lists',
  files: 'files in the list of files',
  peeks: 'functions with their callers and callees',
  branches: 'call tree branches that can be opened',
  sources: 'files with source lines',
  events: 'events with their own lists and graphs',
  groups: 'ways to group functions',
  compared: 'functions compared',
  changed: 'functions that changed',
  'compared-sources': 'files compared line by line',
  'compared-alone': 'functions compared with their callers and callees',
};

function is_cut(part: Held): boolean {
  return part.of === null || part.held < part.of;
}

function PartOf({ part }: { part: Held }) {
  const words = kWords[part.what] ?? part.what;
  const held = grouped(BigInt(part.held));
  return (
    <li>
      {part.of === null
        ? `${held} ${words}; deeper ones are left out`
        : is_cut(part)
          ? `${held} of ${grouped(BigInt(part.of))} ${words}`
          : `all ${held} ${words}`}
    </li>
  );
}

export function LeftOutBanner() {
  if (!is_one_file()) {
    return null;
  }
  const parts = held_here().filter(is_cut);
  const functions = parts.find((each) => each.what === 'functions');
  const told =
    functions === undefined
      ? ''
      : `: ${grouped(BigInt(functions.held))} of ${grouped(BigInt(functions.of ?? 0))} functions`;
  return (
    <section class="banner is-grey" aria-label="One file">
      This file holds part of the profile{told}.{' '}
      <a href={link_to('home')}>What is left out</a>
    </section>
  );
}

export function LeftOut() {
  if (!is_one_file()) {
    return null;
  }
  return (
    <Card id="left-out-title" title="What this file holds">
      <ul>
        {held_here().map((part) => (
          <PartOf key={part.what} part={part} />
        ))}
      </ul>
      <p>
        Not in this file: queries, filters, formulas, single parts and threads, gate rules, members of
        groups, callers and callees of groups, indirect callers and callees, single calls, merged
        recursion, frames too small for a graph 2,400 pixels wide, and exports of whole tables. Open
        the profile with <code>quern view</code> to use them.
      </p>
    </Card>
  );
}
