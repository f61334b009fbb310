// SPDX-License-Identifier: MIT
//
// What every view has at its top right: its link, its command, its table.
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
import { runs } from './sorting';
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
  const is_function = (page === 'fn' || page === 'flame') && name !== null;
  const found = command_of(place.value, {
    files: profile.value?.files ?? [],
    base: base_profile.value?.files ?? [],
    name,
    namesakes: is_function ? (await namesakes(name)).length : 1,
    runs: runs(),
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
  view: 'top' | 'calls' | 'tree' | 'flame' | 'diff' | 'annotation';
  params: Params;
  pictures?: boolean;
}

async function exported(what: Export, format: string): Promise<Blob | null> {
  try {
    const address = api_address('export', { view: what.view, format, ...what.params });
    return await (await send(address, { patient: false })).blob();
  } catch (error) {
    notify(fault_from(error).message);
    return null;
  }
}

async function save_export(what: Export, format: string): Promise<void> {
  const blob = await exported(what, format);
  if (blob !== null) {
    save_blob(blob, `quern-${what.view}.${format === 'folded' ? 'folded.txt' : format}`);
  }
}

async function copy_export(what: Export, form: TableForm): Promise<void> {
  const blob = await exported(what, form);
  if (blob !== null) {
    await copy_text(await blob.text(), `table as ${kForms[form]}`);
  }
}

async function copy_table(table: () => Table | Promise<Table>, form: TableForm): Promise<void> {
  try {
    await copy_text(table_text(await table(), form), `table as ${kForms[form]}`);
  } catch (error) {
    notify(fault_from(error).message);
  }
}

async function save_table(table: () => Table | Promise<Table>): Promise<void> {
  try {
    const text = table_text(await table(), 'csv');
    save_blob(new Blob([text], { type: 'text/csv' }), 'quern.csv');
  } catch (error) {
    notify(fault_from(error).message);
  }
}

const kForms: Record<TableForm, string> = { tsv: 'TSV', csv: 'CSV', md: 'Markdown' };
const kTableForms = Object.keys(kForms) as TableForm[];

interface Props {
  /// The whole table comes from the engine, in the bytes of the command.
  whole?: Export | undefined;
  /// The one on the page: what is printed, and copied where the engine has no such table.
  table?: (() => Table | Promise<Table>) | undefined;
  more?: readonly Action[];
}

export function ViewTools({ whole: served, table, more }: Props) {
  // A page in one file has no engine that could write tables.
  const whole = is_one_file() ? undefined : served;
  const actions: Action[] = [
    { label: 'Copy link', hint: 'l', run: copy_link },
    { label: 'Copy as command', hint: 'k', run: () => void copy_command() },
  ];
  for (const form of kTableForms) {
    if (whole !== undefined) {
      actions.push({ label: `Copy as ${kForms[form]}`, run: () => void copy_export(whole, form) });
    } else if (table !== undefined) {
      actions.push({ label: `Copy as ${kForms[form]}`, run: () => void copy_table(table, form) });
    }
  }
  if (whole !== undefined) {
    const formats = ['csv', 'json', ...(whole.pictures ? ['svg', 'html', 'folded'] : [])];
    for (const format of formats) {
      const run = () => void save_export(whole, format);
      actions.push({ label: `Save ${format.toUpperCase()}`, run });
    }
  }
  if (whole === undefined && table !== undefined) {
    actions.push({ label: 'Save CSV', run: () => void save_table(table) });
  }
  const print = () => {
    if (table === undefined) {
      window.print();
    } else {
      print_table(table).catch((error: unknown) => notify(fault_from(error).message));
    }
  };
  actions.push(...(more ?? []), { label: 'Print', run: print });
  return <Menu label="Copy, save" actions={actions} />;
}
