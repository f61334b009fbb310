// SPDX-License-Identifier: MIT
//
// The menu of the columns of a list: which are shown, and in which order.
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import {
  choice_of,
  event_labels,
  in_order,
  is_shown,
  reset_columns,
  show_column,
  step_column,
  type ListKind,
} from '../state/column_choice';
import { is_narrow } from '../state/preferences';
import { Check } from './choices';
import type { Column } from './grid';
import { useDeed } from './deed';
import { useDropDown } from './menu';
import { announce } from './notices';

type Listed = Omit<Column<never>, 'cell' | 'raw'>;

interface Props {
  kind: ListKind;
  /// None: there is no list yet.
  columns: readonly Listed[];
}

export function ColumnMenu({ kind, columns }: Props) {
  const { is_open, set_open, root, button, close } = useDropDown('li input');
  const id = useId();
  useDeed('columns', columns.length === 0 ? null : () => set_open(true));
  if (columns.length === 0) {
    return null;
  }
  return (
    <div
      class="menu"
      ref={root}
      onKeyDown={(event) => {
        if (is_open && event.key === 'Escape') {
          close();
          event.stopPropagation();
        }
      }}
    >
      <button
        type="button"
        ref={button}
        aria-expanded={is_open}
        aria-controls={is_open ? id : undefined}
        onClick={() => set_open(!is_open)}
      >
        Columns <span aria-hidden="true">▾</span>
      </button>
      {is_open && <Choices {...{ kind, columns, id }} />}
    </div>
  );
}

function Choices({ kind, columns, id }: Props & { id: string }) {
  const choice = choice_of(kind);
  const called = columns.map((each) => ({ ...each, label: each.long_label ?? each.label }));
  const listed = in_order(event_labels(called), choice);
  const places = listed.filter((each) => is_shown(each, choice)).map((each) => each.key);
  const list = useRef<HTMLUListElement>(null);
  const keep_focus = useKeptFocus();
  const move = ({ key, label }: Listed, step: 1 | -1) => {
    keep_focus();
    const at = step_column(kind, columns, key, step);
    announce(at === null ? `${label} stays` : `${label}: column ${at} of ${places.length}`);
  };
  const on_key = (event: KeyboardEvent) => {
    const row = (event.target as HTMLElement).closest('li');
    const rows = [...(list.current?.children ?? [])];
    const at = row === null ? -1 : rows.indexOf(row);
    const step = event.key === 'ArrowUp' || event.key === 'ArrowLeft' ? -1 : 1;
    const column = listed[at];
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      rows[at + step]?.querySelector<HTMLElement>('input, button')?.focus();
    } else if ((event.key === 'ArrowLeft' || event.key === 'ArrowRight') && column !== undefined) {
      move(column, step);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      id={id}
      class="menu-list column-list"
      role="group"
      aria-label="Columns"
      aria-describedby={`${id}-how`}
    >
      <ul ref={list} onKeyDown={on_key}>
        {listed.map((each) => (
          <li key={each.key}>
            {each.is_number === true ? (
              <Check
                is_on={is_shown(each, choice)}
                toggle={() => show_column(kind, each, !is_shown(each, choice))}
              >
                {each.label}
              </Check>
            ) : (
              <span class="check">{each.label}</span>
            )}
            {is_shown(each, choice) && (
              <>
                <Mover way="left" of={each} is_last={each.key === places[0]} move={move} />
                <Mover way="right" of={each} is_last={each.key === places.at(-1)} move={move} />
              </>
            )}
          </li>
        ))}
      </ul>
      <p class="note" id={`${id}-how`}>
        {is_narrow.value
          ? 'A narrow page shows the name and one figure.'
          : '← and → move a column. Headings can be dragged, and so can their edges.'}
      </p>
      <button
        type="button"
        onClick={() => {
          reset_columns(kind);
          announce('Columns reset');
        }}
      >
        Reset columns
      </button>
    </div>
  );
}

interface MoverProps {
  way: 'left' | 'right';
  of: Listed;
  is_last: boolean;
  move: (column: Listed, step: 1 | -1) => void;
}

function Mover({ way, of, is_last, move }: MoverProps) {
  return (
    <button
      type="button"
      class="plain icon"
      aria-label={`Move ${of.label} ${way}`}
      aria-disabled={is_last}
      onClick={() => move(of, way === 'left' ? -1 : 1)}
    >
      {way === 'left' ? '←' : '→'}
    </button>
  );
}

/// A row that is moved to another place loses the focus: called before, gives it back after.
function useKeptFocus(): () => void {
  const kept = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (kept.current instanceof HTMLElement) {
      kept.current.focus();
    }
    kept.current = null;
  });
  return () => {
    kept.current = document.activeElement;
  };
}
