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

/// Tabs and line ends are what tells cells apart: in a cell they become spaces.
function tsv_cell(text: string): string {
  return text.replace(/[\t\r\n]/g, ' ');
}

function csv_cell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function md_cell(text: string): string {
  return text.replace(/[\r\n]/g, ' ').replace(/[\\|`*_<>[\]]/g, '\\$&');
}

export function table_text(table: Table, form: TableForm): string {
  const { head, rows } = table;
  if (form === 'tsv') {
    return [head, ...rows].map((row) => `${row.map(tsv_cell).join('\t')}\n`).join('');
  }
  if (form === 'csv') {
    return [head, ...rows].map((row) => `${row.map(csv_cell).join(',')}\n`).join('');
  }
  const line = (row: readonly string[]) => `| ${row.map(md_cell).join(' | ')} |\n`;
  const rule = head.map((_, at) => (table.numbers[at] ? '---:' : '---')).join(' | ');
  return line(head) + `| ${rule} |\n` + rows.map(line).join('');
}
