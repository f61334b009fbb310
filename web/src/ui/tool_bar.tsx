// SPDX-License-Identifier: MIT
//
// The menu at the top right of every view: copy its link, command or table.
import type { Table, TableForm } from '../base/tables';
import { table_text } from '../base/tables';
import { api_address, fault_from, is_one_file, type Params, send } from '../api/client';
import { base_profile, profile, session } from '../state/session';
import { command_of } from '../state/command';
import { place } from '../state/navigation';
import { Menu, type Action } from './menu';
import { namesakes } from './namesakes';
import { copy_text, notify, save_blob } from './notices';
import { print_table } from './printed';
import { counts_paths, runs, shows_stats } from './sorting';
import { subject_name } from './subject';

export function copy_link(): void {
  void copy_text(
    is_one_file()
      ? window.location.href
      : window.location.origin + window.location.pathname + window.location.search,
    'link',
  );
}

export async function copy_command(): Promise<void> {
  const { page } = place.value;
  const name = subject_name.value;
  const is_function = (page === 'fn' || page === 'flame' || page === 'graph' || page === 'map') && name !== null;
  const found = command_of(place.value, {
    files: profile.value?.files ?? [],
    base: base_profile.value?.files ?? [],
    name,
    namesakes: is_function ? (await namesakes(name)).length : 1,
    runs: runs(),
    paths: counts_paths(),
    stats: shows_stats(),
    options: session.value?.options ?? [],
    source_options: session.value?.source_options ?? [],
  });
  if ('why' in found) {
    notify(found.why);
  } else {
    await copy_text(found.line, found.note === null ? 'command' : `command; ${found.note}`);
  }
}

export interface Export {
  view: 'top' | 'calls' | 'tree' | 'flame' | 'graph' | 'map' | 'diff' | 'annotation';
  params: Params;
  /// Pictures, besides tables.
  forms?: readonly string[];
}

type MadeTable = () => Table | Promise<Table>;
/// A text that is here already is copied at once: some browsers allow it no later.
type Written = (format: string) => Promise<Blob | string>;

function written_by_engine({ view, params }: Export): Written {
  return async (format) => {
    const address = api_address('export', { view, format, ...params });
    return (await send(address, { patient: false })).blob();
  };
}

function written_here(table: MadeTable): Written {
  return async (form) => table_text(await table(), form as TableForm);
}

/// Does what may fail, and says so where it does.
function tried(work: () => Promise<void>): () => void {
  return () => {
    work().catch((error: unknown) => notify(fault_from(error).message));
  };
}

function table_actions(written: Written, whole: Export | undefined): Action[] {
  const copy = (form: TableForm) => async () => {
    const made = await written(form);
    const text = typeof made === 'string' ? made : await made.text();
    await copy_text(text, `table as ${kForms[form]}`);
  };
  const name = whole === undefined ? 'quern' : `quern-${whole.view}`;
  const save = (format: string) => async () => {
    const made = await written(format);
    const blob = typeof made === 'string' ? new Blob([made], { type: 'text/csv' }) : made;
    save_blob(blob, `${name}.${kEndings[format] ?? format}`);
  };
  const formats = [
    'csv',
    ...(whole === undefined ? [] : ['json']),
    ...(whole?.forms ?? []),
  ];
  return [
    ...kTableForms.map((form) => ({ label: `Copy as ${kForms[form]}`, run: tried(copy(form)) })),
    ...formats.map((each) => ({ label: `Save ${each.toUpperCase()}`, run: tried(save(each)) })),
  ];
}

/// Of files that are not called like their format.
const kEndings: Readonly<Record<string, string>> = { folded: 'folded.txt', mermaid: 'mmd' };
const kForms: Record<TableForm, string> = { tsv: 'TSV', csv: 'CSV', md: 'Markdown' };
const kTableForms = Object.keys(kForms) as TableForm[];

interface Props {
  /// The whole table comes from the engine, in the bytes of the command.
  whole?: Export | undefined;
  /// The one on the page: what is printed, and copied where the engine has no such table.
  table?: MadeTable | undefined;
  more?: readonly Action[];
  /// Before there is a table, there is none to be copied.
  is_ready?: boolean;
}

export function ViewTools({ is_ready = true, more, ...tables }: Props) {
  // A page in one file has no engine that could write tables.
  const whole = is_ready && !is_one_file() ? tables.whole : undefined;
  const table = is_ready ? tables.table : undefined;
  const written =
    whole !== undefined
      ? written_by_engine(whole)
      : table !== undefined
        ? written_here(table)
        : null;
  const actions: Action[] = [
    { label: 'Copy link', hint: 'l', run: copy_link },
    { label: 'Copy as command', hint: 'k', run: () => void copy_command() },
    ...(written === null ? [] : table_actions(written, whole)),
    ...(more ?? []),
    {
      label: 'Print',
      run: table === undefined ? () => window.print() : tried(() => print_table(table)),
    },
  ];
  return <Menu label="Copy or save" actions={actions} />;
}
