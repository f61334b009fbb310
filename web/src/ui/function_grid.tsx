// SPDX-License-Identifier: MIT
//
// A table whose rows are functions: selecting one shows it next to the view, opening one goes to its page.
import { key, open_page, refine } from '../state/navigation';
import { Grid, type GridProps } from './grid';

type Usual = 'selected' | 'on_select' | 'on_open';
export type FunctionGridProps<R> = Omit<GridProps<R>, Usual> & Partial<Pick<GridProps<R>, Usual>>;

export function FunctionGrid<R>(props: FunctionGridProps<R>) {
  const { id_of } = props;
  return (
    <Grid
      selected={key('sel')}
      on_select={(row) => id_of(row) !== null && refine({ sel: id_of(row) })}
      on_open={(row) => id_of(row) !== null && open_page('fn', id_of(row))}
      {...props}
    />
  );
}
