// SPDX-License-Identifier: MIT
//
// Tiles of a map: which is under a point, which are near, which are searched for.
import type { CostMap, MapTile } from '../../api/types';
import { name_finder } from '../../state/search';

/// The innermost one; tiles come depth first, parents before what is in them.
export function tile_at(map: CostMap, x: number, y: number): number | null {
  let found: number | null = null;
  map.tiles.forEach((tile, at) => {
    if (x >= tile.x && x < tile.x + tile.width && y >= tile.y && y < tile.y + tile.height) {
      found = at;
    }
  });
  return found;
}

export type TileStep = 'out' | 'in' | 'before' | 'after';

/// The tile around one, the first in it, or the one before or after it in the same.
export function tile_beside(map: CostMap, at: number | null, step: TileStep): number | null {
  if (at === null) {
    return map.tiles.length > 0 ? 0 : null;
  }
  const parent = map.tiles[at]?.parent ?? null;
  if (step === 'out') {
    return parent;
  }
  if (step === 'in') {
    const inner = map.tiles.findIndex((tile) => tile.parent === at);
    return inner < 0 ? null : inner;
  }
  const beside = map.tiles.flatMap((tile, index) => (tile.parent === parent ? [index] : []));
  return beside[beside.indexOf(at) + (step === 'after' ? 1 : -1)] ?? null;
}

/// Tiles whose name holds the words of the search; null: none are searched for.
export function found_tiles(map: CostMap): number[] | null {
  const fits = name_finder();
  return fits === null
    ? null
    : map.tiles.flatMap((tile, at) => (tile.name !== null && fits(tile.name) ? [at] : []));
}

/// What the words of a tile without a name are about.
export function tile_name(map: CostMap, tile: MapTile): string {
  const around = tile.parent === null ? null : (map.tiles[tile.parent] ?? null);
  if (tile.kind === 'self') {
    return `${around?.name ?? '(unknown)'} (self)`;
  }
  if (tile.kind === 'cut') {
    return `(${tile.not_shown ?? 0} not shown)`;
  }
  return tile.name ?? '(unknown)';
}
