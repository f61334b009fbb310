// SPDX-License-Identifier: MIT
//
// The line below the name of a function: its file, its object, and what else is said of it there.
import type { ComponentChildren } from 'preact';
import type { Row } from '../../api/types';
import { visible } from '../../base/names';
import { link_to } from '../../state/navigation';
import { CycleTag } from '../../ui/cells';

interface PlaceProps {
  row: Pick<Row, 'id' | 'file' | 'file_id' | 'object' | 'cycle'>;
  children?: ComponentChildren;
}

export function FunctionPlace({ row, children }: PlaceProps) {
  return (
    <p class="place-line">
      {row.file !== null && row.file !== undefined && (
        <span>
          {row.file_id ? (
            <a href={link_to('source', row.file_id, { fn: row.id })}>
              <bdi>{visible(row.file, 300)}</bdi>
            </a>
          ) : (
            <bdi>{visible(row.file, 300)}</bdi>
          )}
        </span>
      )}
      {row.object !== null && row.object !== undefined && (
        <span class="dim">
          in <bdi>{visible(row.object, 300)}</bdi>
        </span>
      )}
      <CycleTag of={row} tab_index={0}>
        member of cycle {String(row.cycle)}
      </CycleTag>
      {children}
    </p>
  );
}
