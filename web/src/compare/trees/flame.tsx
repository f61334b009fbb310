// SPDX-License-Identifier: MIT
//
// The flame graph of two sides in one: blue frames cost less than before, orange ones more; removed
// and new frames are next to each other, marked.
import type { DiffFlame } from '../../api/diff_types';
import { cost_of } from '../../base/cost';
import { compared_picture } from '../../paint/diff_frames';
import { key } from '../../state/navigation';
import { unit_of } from '../../state/session';
import { Change } from '../../ui/cells';
import { Segments } from '../../ui/choices';
import { FlameOf, plain_params } from '../../views/trees/flame';
import { FlameChoices } from '../../views/trees/flame_choices';
import { DiffLegend } from '../lists/sides';

const kWidths = [
  { value: null, label: 'Both', title: 'each path has the width of the side where it costs more' },
  { value: 'old', label: 'Old', title: 'new paths have no width' },
  { value: 'new', label: 'New', title: 'removed paths have no width' },
];

function Legend({ flame }: { flame: DiffFlame }) {
  const event = flame.events[0] ?? '';
  const change = cost_of(flame.totals.delta[0] ?? 0, flame.totals.certainty ?? 'exact');
  return (
    <p class="note">
      ▲ costs more, ▼ costs less, + is new, ✕ is gone. Total{' '}
      <Change unit={unit_of(event)} cost={change} /> {event}
      {flame.hidden > 0 && `, ${flame.hidden} root frames are too small to draw`}
      {!flame.exact_stacks && '; hatched frames are estimates, since the profiles record calls, not whole stacks'}.
    </p>
  );
}

export function DiffFlameView() {
  const { q: _query, ...plain } = plain_params();
  const params = { ...plain, base: 'base', widths: key('widths') };
  return (
    <FlameOf<DiffFlame>
      title="Flame graph compared"
      choices={
        <>
          <Segments label="Widths of" name="widths" segments={kWidths} />
          <FlameChoices colors={false} />
          <DiffLegend />
        </>
      }
      params={params}
      exported={params}
      what="Drawing both sides"
      picture={compared_picture}
      notes={(flame) => <Legend flame={flame} />}
      look={{ zooms: false, colors: 'change' }}
    />
  );
}
