// SPDX-License-Identifier: MIT
//
// The rows of inlined code: a function and where its code is, one of its lines, or how many more
// there are.
import type { InlinedPlace } from '../../api/source_types';
import { counted } from '../../base/amounts';
import { Name, shown_name } from '../../ui/cells';
import { Indented } from '../../ui/indented';
import { Twist } from '../../ui/twist';
import { toggle_fold } from './folds';
import type { InlinedRow } from './inlined_rows';
import { place_link } from './source_address';

export function InlinedWords({ row }: { row: InlinedRow }) {
  return (
    <span class="detail-words is-inlined">
      <Indented depth={row.depth}>
        {row.kind === 'inlined' && <InlinedFunction {...row} />}
        {row.kind === 'inlined_place' && <Place place={row.place} />}
        {row.kind === 'inlined_rest' && <Rest {...row} />}
      </Indented>
    </span>
  );
}

type RowOf<Kind> = Extract<InlinedRow, { kind: Kind }>;

function InlinedFunction({ node, depth, is_open }: RowOf<'inlined'>) {
  const [place] = node.lines;
  const more = node.lines.length - 1;
  return (
    <>
      <Twist is_open={is_open} toggle={() => toggle_fold(node)} of={shown_name(node.function)} />
      <Name
        name={node.function}
        file={place === undefined ? null : place_text(place)}
        place_href={place === undefined ? null : place_link(place)}
      >
        <span aria-hidden="true">⤷&nbsp;</span>
        <span class="sr">inlined at level {depth + 1}: </span>
      </Name>
      {more > 0 && <span class="dim">{counted(more, 'more line')}</span>}
    </>
  );
}

function Place({ place }: { place: InlinedPlace }) {
  return (
    <>
      <Twist is_open={null} toggle={() => undefined} />
      <Name name={place_text(place)} href={place_link(place)} />
    </>
  );
}

function Rest({ of, functions, places, is_open }: RowOf<'inlined_rest'>) {
  const words = [counted_if_any(places, 'line'), counted_if_any(functions, 'inlined function')]
    .filter((each) => each !== '')
    .join(' and ');
  return (
    <>
      <Twist is_open={is_open} toggle={() => toggle_fold(of)} of={words} />
      <span class="dim">{words}</span>
    </>
  );
}

function counted_if_any(number: number, what: string): string {
  return number === 0 ? '' : counted(number, what);
}

function place_text({ file, line }: InlinedPlace): string {
  return `${file ?? '?'}:${line ?? '?'}`;
}
