// SPDX-License-Identifier: MIT
//
// The drawn map: tiles with their labels, and the keyboard.
import { useMemo, useRef, useState } from 'preact/hooks';
import type { CostMap, MapTile } from '../../api/types';
import { group_fill } from '../../paint/colors';
import { key, open_page, refine, set_keys } from '../../state/navigation';
import { select_or_free } from '../../state/part_choice';
import { is_dark } from '../../state/preferences';
import { parts } from '../../state/session';
import { shown_name } from '../../ui/cells';
import { announce } from '../../ui/notices';
import { next_among, useSteps } from '../../ui/steps';
import { Tip } from '../../ui/tip';
import { found_tiles, tile_at, tile_beside, tile_name, type TileStep } from './tiles';

const kSteps: Readonly<Record<string, TileStep>> = {
  ArrowUp: 'out',
  ArrowDown: 'in',
  ArrowLeft: 'before',
  ArrowRight: 'after',
};

const kLine = 14;

/// Groups have numbered colors; what belongs to none is grey.
function fill_of(tile: MapTile): { fill: string; ink: string } {
  const slot = /^k(\d+)$/.exec(tile.color)?.[1];
  return group_fill(slot === undefined ? undefined : Number(slot), is_dark());
}

/// What a tile opens: a function, a file, or the part or thread that all views then show.
function open_tile(tile: MapTile): void {
  const part = parts.value.find(({ id }) => id === tile.part);
  if (part !== undefined) {
    select_or_free([part]);
  } else if (tile.kind === 'thread') {
    const number = /(\d+)/.exec(tile.name ?? '')?.[1] ?? null;
    set_keys({ threads: key('threads') === number ? null : number });
  } else if (tile.id !== null && tile.id !== undefined) {
    open_page('fn', tile.id);
  } else if (tile.file_id) {
    open_page('source', tile.file_id);
  }
}

export function MapPicture({ map }: { map: CostMap }) {
  const [chosen, set_chosen] = useState<number | null>(null);
  const svg = useRef<SVGSVGElement>(null);
  const [pointer, set_pointer] = useState<{ x: number; y: number; at: number } | null>(null);
  const found = useMemo(() => found_tiles(map), [map, key('find')]);
  const selected = map.tiles.findIndex(({ id }) => !!id && id === key('sel'));
  const current = chosen !== null && chosen < map.tiles.length ? chosen : selected < 0 ? null : selected;
  // A pointer that moves draws none of them again.
  const tiles = useMemo(() => <Tiles map={map} found={found} />, [map, found]);
  const words = (tile: MapTile) => [shown_name(tile_name(map, tile)), ...tile.facts];
  const go_to = (at: number) => {
    const tile = map.tiles[at];
    if (tile !== undefined) {
      set_chosen(at);
      announce(words(tile).join(', '));
      refine({ sel: tile.id ?? null });
    }
  };
  useSteps(
    found === null
      ? null
      : (way) => {
          const next = next_among(found, current ?? -1, way);
          if (next !== undefined) {
            go_to(next);
          }
          return next !== undefined;
        },
  );
  const under = ({ clientX, clientY }: MouseEvent): number | null => {
    const area = svg.current?.getBoundingClientRect();
    if (area === undefined) {
      return null;
    }
    const scale = map.width / area.width;
    return tile_at(map, (clientX - area.left) * scale, (clientY - area.top) * scale);
  };
  const on_key = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const step = kSteps[event.key];
    const tile = current === null ? undefined : map.tiles[current];
    if (step !== undefined) {
      const next = tile_beside(map, current, step);
      if (next !== null) {
        go_to(next);
      }
    } else if (event.key === 'Enter' && tile !== undefined) {
      open_tile(tile);
    } else if (event.key === 'z' && tile?.kind === 'function' && tile.id) {
      set_keys({ fn: tile.id });
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const marked = current === null ? null : (map.tiles[current] ?? null);
  const tip = pointer === null ? null : (map.tiles[pointer.at] ?? null);
  return (
    <div
      class="map-scroll"
      tabIndex={0}
      role="application"
      aria-label="Map. Arrow keys move between tiles: up to the tile around, down into it. Enter opens, z draws the tile alone."
      onKeyDown={on_key}
    >
      <svg
        ref={svg}
        aria-hidden="true"
        viewBox={`0 0 ${map.width} ${map.height}`}
        onPointerMove={(event) => {
          const at = under(event);
          set_pointer(at === null ? null : { x: event.clientX, y: event.clientY, at });
        }}
        onPointerLeave={() => set_pointer(null)}
        onClick={(event) => {
          const at = under(event);
          if (at !== null) {
            go_to(at);
          }
        }}
        onDblClick={(event) => {
          const tile = map.tiles[under(event) ?? -1];
          if (tile !== undefined) {
            open_tile(tile);
          }
        }}
      >
        {tiles}
        {marked !== null && (
          <rect
            class="tile-mark"
            x={marked.x}
            y={marked.y}
            width={marked.width}
            height={marked.height}
          />
        )}
      </svg>
      {tip !== null && pointer !== null && (
        <Tip name={shown_name(tile_name(map, tip))} x={pointer.x} y={pointer.y}>
          {tip.facts.map((fact, at) => (
            <p key={at}>{fact}</p>
          ))}
        </Tip>
      )}
    </div>
  );
}

function Tiles({ map, found }: { map: CostMap; found: readonly number[] | null }) {
  const fits = found === null ? null : new Set(found);
  return (
    <>
      {map.tiles.map((tile, at) => (
        <Tile key={at} tile={tile} fits={fits === null || fits.has(at)} />
      ))}
      {map.titles.map((title) => (
        <g key={`title-${title.tile}`} class="tile-title">
          <rect x={title.x} y={title.y} width={title.width} height={title.height} />
          <text x={title.x + 4} y={title.y + 12}>
            {title.words}
          </text>
        </g>
      ))}
    </>
  );
}

function Tile({ tile, fits }: { tile: MapTile; fits: boolean }) {
  const { fill, ink } = fill_of(tile);
  const { x, y, width, height, kind, lines, lines_y } = tile;
  return (
    <g class={`tile is-${kind}${fits ? '' : ' fits-not'}`}>
      <rect x={x} y={y} width={width} height={height} style={{ fill }} />
      {lines.map((line, at) => (
        <text key={at} x={x + 4} y={lines_y + kLine * (at + 1)} style={{ fill: ink }}>
          {line}
        </text>
      ))}
    </g>
  );
}
