// SPDX-License-Identifier: MIT
//
// A list of the engine as a table, a window at a time, and its copies, which have all rows.
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { api_address, type Params } from '../api/client';
import type { Window } from '../api/types';
import { grouped } from '../base/amounts';
import type { Table } from '../base/tables';
import { session } from '../state/session';
import { table_of, type CopiedColumn } from './columns';
import { FunctionGrid, type FunctionGridProps } from './function_grid';
import type { Column } from './grid';
import { notify } from './notices';
import { all_rows, PagedRows, RowsBelow } from './rows';
import { Waiting } from './states';
import type { Answer } from './use_answer';

type WindowAddress = (offset: number, limit: number) => string;

export interface Paged<R, A extends Window<R>> extends Pick<Answer<A>, 'data' | 'fault'> {
  rows: PagedRows<R, A>;
  /// Identifies this list.
  question: string;
}

function windows_of(path: string, params: Params): WindowAddress {
  return (offset, limit) => api_address(path, { ...params, offset, limit });
}

/// From the beginning whenever the question is another one.
export function usePaged<R, A extends Window<R>>(path: string, params: Params): Paged<R, A> {
  const hash = session.value?.hash ?? '';
  const question = api_address(path, params);
  const rows = useMemo(() => new PagedRows<R, A>(windows_of(path, params)), [question, hash]);
  useEffect(() => () => rows.end(), [rows]);
  return { rows, question, data: rows.answer.value, fault: rows.fault.value };
}

type Columns<R, A> = (answer: A) => readonly CopiedColumn<R>[];

/// All rows, as far as copies go.
export async function copied_list<R, A extends Window<R>>(
  path: string,
  params: Params,
  columns: Columns<R, A>,
): Promise<Table> {
  const { rows, is_cut, answer } = await all_rows<R, A>(windows_of(path, params));
  if (is_cut) {
    notify(`Only the first ${grouped(BigInt(rows.length))} rows were copied`);
  }
  return table_of(columns(answer), rows);
}

interface Props<R, A extends Window<R>> extends Omit<FunctionGridProps<R>, 'source' | 'columns'> {
  list: Paged<R, A>;
  columns: (answer: A) => readonly Column<R>[];
  /// Says what the page waits for.
  what: string;
  of_records?: boolean;
  /// A row above those of the engine.
  first?: (answer: A) => R;
  /// Shown if no row matches.
  nothing: ComponentChildren;
}

export function PagedList<R, A extends Window<R>>(props: Props<R, A>) {
  const { list, columns, what, of_records = false, first, nothing, ...grid } = props;
  const { data, rows, question } = list;
  const has_data = data !== null;
  const source = useMemo(
    () => (data === null || first === undefined ? rows : new RowsBelow(first(data), rows)),
    [rows, has_data],
  );
  return (
    <>
      <Waiting of={list} what={what} of_records={of_records} />
      {data === null && <FirstWindow rows={rows} />}
      {data !== null && data.matched === 0 && nothing}
      {data !== null && data.matched > 0 && (
        <FunctionGrid key={question} {...grid} source={source} columns={columns(data)} />
      )}
    </>
  );
}

/// Asks for the first rows before there is a table to scroll.
function FirstWindow({ rows }: { rows: { want(first: number, last: number): void } }) {
  useEffect(() => rows.want(0, 0), [rows]);
  return null;
}
