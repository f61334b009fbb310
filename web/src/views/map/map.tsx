// SPDX-License-Identifier: MIT
//
// The treemap: tiles as large as what they stand for costs. The engine places and labels them for
// the size that there is.
import { useRef } from 'preact/hooks';
import { api_address, is_one_file } from '../../api/client';
import type { CostMap } from '../../api/types';
import { counted } from '../../base/amounts';
import { key, link_with, refine } from '../../state/navigation';
import { common_params, is_diff, parts } from '../../state/session';
import { Choice, Segments } from '../../ui/choices';
import { Waiting } from '../../ui/states';
import { useStatus } from '../../ui/status';
import { useSubject } from '../../ui/subject';
import { ViewTools } from '../../ui/tool_bar';
import { useAnswer } from '../../ui/use_answer';
import { useSize } from '../../ui/use_size';
import { OnlyNewSide, ViewHead } from '../../ui/view_parts';
import { MapPicture } from './map_picture';
import { MapTable } from './map_table';
import { found_tiles } from './tiles';

/// Sizes are asked for by steps, so that a pane's edge can be dragged in peace.
const kStep = 20;
const kLeast = 100;

/// So many tiles as are of this many pixels on average: the eye finds nothing in smaller ones, and
/// thousands more would be slow.
const kTileArea = 400;
const kFewestTiles = 500;
const kMostTiles = 5000;

/// A map is of one event.
function map_params() {
  const { e2: _second, ...params } = common_params();
  const of = key('of');
  const is_of_calls = of === null || of === 'callers';
  return {
    ...params,
    q: key('q'),
    group: is_of_calls ? key('group') : null,
    by: of,
    of: is_of_calls ? key('fn') : null,
    depth: key('depth'),
    min: key('least'),
  };
}

function stepped(pixels: number): number {
  return Math.max(kLeast, Math.floor(pixels / kStep) * kStep);
}

export function MapView() {
  const box = useRef<HTMLDivElement>(null);
  const w = useSize(box, (element) => stepped(element.clientWidth), 0);
  const h = useSize(box, (element) => stepped(element.clientHeight), 0);
  const params = map_params();
  const tiles = Math.min(kMostTiles, Math.max(kFewestTiles, Math.round((w * h) / kTileArea)));
  const sized = is_one_file() ? params : { ...params, w, h, tiles };
  const answer = useAnswer<CostMap>(w === 0 ? null : api_address('map', sized));
  const { data } = answer;
  const around = data?.around ? (data.tiles[0]?.name ?? null) : null;
  useSubject(around);
  const as_table = key('as') === 'table';
  return (
    <section class="view" aria-busy={answer.is_loading}>
      <ViewHead title="Map">
        {!is_one_file() && <MapChoices />}
        <a class="button" href={link_with({ as: as_table ? null : 'table' })}>
          {as_table ? 'Show map' : 'Show table'}
        </a>
        <ViewTools whole={{ view: 'map', params, forms: ['svg', 'html'] }} />
      </ViewHead>
      {is_diff.value && <OnlyNewSide what="map" />}
      <Waiting of={answer} what="Drawing the map" />
      {data !== null && data.notes.length > 0 && <p class="note">{sentences(data.notes)}</p>}
      {data !== null && <Found map={data} />}
      <div class="map-box" ref={box}>
        {data !== null && data.tiles.length === 0 && <p class="empty">Nothing here has a cost.</p>}
        {data !== null &&
          data.tiles.length > 0 &&
          (as_table ? <MapTable map={data} /> : <MapPicture map={data} />)}
      </div>
    </section>
  );
}

/// Phrases of the engine.
function sentences(notes: readonly string[]): string {
  return notes.map((note) => `${note.charAt(0).toUpperCase()}${note.slice(1)}.`).join(' ');
}

function Found({ map }: { map: CostMap }) {
  const found = found_tiles(map);
  const shown = counted((found ?? map.tiles).length, 'tile');
  useStatus(found === null ? shown : `${shown} found`);
  return null;
}

const kDepths: readonly (readonly [string, string])[] = ['', '1', '2', '3', '4', '6', '10'].map(
  (each) => [each, each === '' ? 'all' : each] as const,
);

const kShares: readonly (readonly [string, string])[] = [
  ['', 'all'],
  ['10', '0.1 %'],
  ['100', '1 %'],
  ['500', '5 %'],
];

function MapChoices() {
  const of = key('of');
  const around = key('fn');
  const selected = key('sel');
  const is_of_calls = of === null || of === 'callers';
  const choose = (name: string) => (value: string) => refine({ [name]: value || null });
  return (
    <>
      <Segments
        label="Tiles"
        name="of"
        segments={[
          { value: null, label: 'Callees' },
          { value: 'callers', label: 'Callers' },
          { value: 'source', label: 'Folders', also: { fn: null } },
          { value: 'object', label: 'Objects', also: { fn: null } },
          ...(parts.value.length > 1
            ? [{ value: 'parts', label: 'Parts', also: { fn: null } }]
            : []),
        ]}
      />
      {is_of_calls && around === null && selected !== null && (
        <a class="button" href={link_with({ fn: selected })}>
          Of the selected function
        </a>
      )}
      {around !== null && (
        <a class="button" href={link_with({ fn: null })}>
          Whole program
        </a>
      )}
      <Choice label="Levels" value={key('depth') ?? ''} options={kDepths} choose={choose('depth')} />
      <Choice label="From" value={key('least') ?? ''} options={kShares} choose={choose('least')} />
    </>
  );
}
