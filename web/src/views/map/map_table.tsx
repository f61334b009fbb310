// SPDX-License-Identifier: MIT
//
// The tiles of a map as an indented table.
import type { CostMap } from '../../api/types';
import { cost_of } from '../../base/cost';
import { link_to } from '../../state/navigation';
import { unit_of } from '../../state/session';
import { Name } from '../../ui/cells';
import { total_of } from '../../ui/columns';
import { Indented } from '../../ui/indented';
import { AmountCell, number_heads, PlainTable, ShareCell } from '../../ui/plain_table';
import { tile_name } from './tiles';

export function MapTable({ map }: { map: CostMap }) {
  const unit = unit_of(map.events[0] ?? '');
  const whole = total_of(map.totals, 0);
  return (
    <div class="map-table" tabIndex={0} role="group" aria-label="Tiles">
      <PlainTable heads={[...number_heads('cost', '%'), 'tile']}>
        {map.tiles.map((tile, at) => {
          const cost = cost_of(tile.cost[0] ?? 0, tile.certainty, tile.cost_max?.[0] ?? null);
          return (
            <tr key={at}>
              <AmountCell unit={unit} cost={cost} />
              <ShareCell cost={cost} whole={whole} />
              <td>
                <Indented depth={tile.depth}>
                  <Name
                    name={tile_name(map, tile)}
                    href={tile.id ? link_to('fn', tile.id) : null}
                    shorter={tile.shorter}
                  />
                </Indented>
              </td>
            </tr>
          );
        })}
      </PlainTable>
    </div>
  );
}
