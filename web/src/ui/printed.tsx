// SPDX-License-Identifier: MIT
//
// A list on paper: all of its rows up to a number, instead of those that were scrolled to.
import { signal } from '@preact/signals';
import type { Table } from '../base/tables';
import { grouped } from '../base/amounts';
import { visible } from '../base/names';
import { PlainTable } from './plain_table';

const kMostPrinted = 5000;

const printed = signal<Table | null>(null);

/// Opens the browser's dialog with the whole table behind it.
export async function print_table(table: () => Table | Promise<Table>): Promise<void> {
  printed.value = await table();
  await new Promise((resolve) => requestAnimationFrame(resolve));
  const clear = () => {
    printed.value = null;
  };
  window.addEventListener('afterprint', clear, { once: true });
  window.print();
}

export function Printed() {
  const table = printed.value;
  if (table === null) {
    return null;
  }
  const rows = table.rows.slice(0, kMostPrinted);
  return (
    <div class="printed" aria-hidden="true">
      <PlainTable
        heads={table.head.map((head, at) =>
          table.numbers[at] ? { number: visible(head) } : visible(head),
        )}
      >
        {rows.map((row, index) => (
          <tr key={index}>
            {row.map((cell, at) => (
              <td class={table.numbers[at] ? 'is-number' : ''}>{visible(cell)}</td>
            ))}
          </tr>
        ))}
      </PlainTable>
      {rows.length < table.rows.length && (
        <p>
          The first {grouped(BigInt(rows.length))} of {grouped(BigInt(table.rows.length))} rows.
        </p>
      )}
    </div>
  );
}
