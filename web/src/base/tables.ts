// SPDX-License-Identifier: MIT
//
// Tables as text that other programs take: raw digits, the names whole.

export interface Table {
  head: readonly string[];
  rows: readonly (readonly string[])[];
  /// Of the columns, which hold numbers; Markdown aligns these right.
  numbers: readonly boolean[];
}

/// Callers and callees as one table, each row with its role, as `quern peek --format csv` has it.
export function both_sides(callers: Table, callees: Table): Table {
  const with_role = (role: string, { rows }: Table) => rows.map((row) => [role, ...row]);
  return {
    head: ['Role', ...callers.head],
    numbers: [false, ...callers.numbers],
    rows: [...with_role('caller', callers), ...with_role('callee', callees)],
  };
}

export type TableForm = 'tsv' | 'csv' | 'md';

/// Controls (C0, DEL, C1), and what turns the reading direction and so disguises text.
const kUnsafe =
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

function escaped(text: string): string {
  const bytes = [...new TextEncoder().encode(text)];
  return bytes.map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');
}

/// Control characters as `\xHH`, so that a row is one line, whatever its names are. A backslash
/// that begins such an escape already is escaped too: any text can be restored.
function escaped_controls(text: string): string {
  return text.replace(/\\(?=x[0-9a-f]{2})/gi, escaped).replace(kUnsafe, escaped);
}

function csv_cell(text: string): string {
  const shown = escaped_controls(text);
  return /[,"]|^ | $/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
}

/// Whether GitHub or GitLab would link the word, and perhaps notify someone: a mention or a mail
/// address, an issue or merge request, an address of the web. They look for these after Markdown's
/// own escapes are gone, so that only code is safe from them.
function is_live(word: string): boolean {
  return /@|[#!][0-9]|:\/\/|www\.|gh-/i.test(word);
}

/// Between more backquotes than the word has in a row.
function md_code(word: string): string {
  const runs = word.match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(0, ...runs.map((run) => run.length)) + 1);
  const blank = runs.length > 0 ? ' ' : '';
  return fence + blank + word + blank + fence;
}

/// Blanks end a word; so do bars, which end cells even in code.
function md_cell(text: string): string {
  return text
    .replaceAll('\t', ' ')
    .replace(kUnsafe, '\ufffd')
    .split(/([ |])/)
    .map((word) => {
      if (word === '|') {
        return '\\|';
      }
      return is_live(word) ? md_code(word) : word.replace(/[\\`*_{}[\]<>&~#$]/g, '\\$&');
    })
    .join('');
}

/// Cells and rows as the command line writes them with `--format`.
export function table_text(table: Table, form: TableForm): string {
  const { head, rows } = table;
  if (form === 'tsv') {
    return [head, ...rows].map((row) => `${row.map(escaped_controls).join('\t')}\n`).join('');
  }
  if (form === 'csv') {
    return [head, ...rows].map((row) => `${row.map(csv_cell).join(',')}\n`).join('');
  }
  const line = (row: readonly string[]) => `| ${row.map(md_cell).join(' | ')} |\n`;
  const rule = head.map((_, at) => (table.numbers[at] ? '|---:' : '|---')).join('');
  return `${line(head)}${rule}|\n${rows.map(line).join('')}`;
}
