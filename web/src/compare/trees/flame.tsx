// SPDX-License-Identifier: MIT
//
// The flame graph of two sides in one: blue frames cost less than before, orange ones more; what
// is gone and what is new stand beside each other, marked.
import { useMemo } from 'preact/hooks';
import { api_address } from '../../api/client';
import type { DiffFlame } from '../../api/diff_types';
import { count } from '../../base/count';
import { compared_picture } from '../../paint/diff_frames';
import { key } from '../../state/navigation';
import { unit_of } from '../../state/session';
import { Change } from '../../ui/cells';
import { Segments } from '../../ui/choices';
import { cost_of } from '../../base/cost';
import { Fault, Loading } from '../../ui/states';
import { ViewTools } from '../../ui/tool_bar';
import { useAnswer } from '../../ui/use_answer';
import { DiffLegend } from '../lists/functions';
import { plain_params, save_png, useWidth } from '../../views/trees/flame';
import { FlameChoices } from '../../views/trees/flame_choices';
import { FlameOutline } from '../../views/trees/flame_outline';
import { FlamePicture } from '../../views/trees/flame_picture';

const kWidths = [
  { value: null, label: 'Both', title: 'each path as wide as where it costs more' },
  { value: 'old', label: 'Old', title: 'what is new has no width' },
  { value: 'new', label: 'New', title: 'what is gone has no width' },
];

export function DiffFlameView() {
  const { box, width } = useWidth();
  const px = Math.min(8192, Math.ceil(width / 100) * 100);
  const { q: _query, ...params } = plain_params();
  const address =
    width === 0
      ? null
      : api_address('flame', { ...params, base: 'base', widths: key('widths'), px });
  const { data, fault, is_loading } = useAnswer<DiffFlame>(address);
  const picture = useMemo(() => (data === null ? null : compared_picture(data)), [data]);
  const event = data?.events[0] ?? '';
  return (
    <section class="view" aria-busy={is_loading}>
      <div class="view-head">
        <h1 tabIndex={-1}>Flame graph, compared</h1>
        <Segments label="Widths of" name="widths" segments={kWidths} />
        <FlameChoices colors={false} />
        <DiffLegend />
        <ViewTools
          whole={{
            view: 'flame',
            params: { ...params, base: 'base', widths: key('widths') },
            pictures: true,
          }}
          more={[{ label: 'Save PNG', run: () => save_png(box.current) }]}
        />
      </div>
      {fault !== null && <Fault fault={fault} />}
      {data !== null && (
        <p class="note">
          ▲ costs more, ▼ costs less, + is new, ✕ is gone. Total{' '}
          <Change unit={unit_of(event)} cost={cost_of(data.totals.delta[0] ?? 0, data.totals.certainty ?? 'exact')} />{' '}
          {event}
          {data.hidden > 0 && `, ${data.hidden} roots are too small to draw`}
          {!data.exact_stacks && '; hatched frames are estimated, as calls are known, not stacks'}.
        </p>
      )}
      <div class="flame-box" ref={box}>
        {data === null && fault === null && <Loading what="Laying out both sides" />}
        {picture !== null && (picture.frames.length === 0 || count(data?.width ?? 0) === 0n) && (
          <p class="empty">Nothing costs anything here.</p>
        )}
        {picture !== null &&
          picture.frames.length > 0 &&
          (key('as') === 'outline' ? (
            <FlameOutline picture={picture} />
          ) : (
            <FlamePicture picture={picture} width={width} zooms={false} colors="change" />
          ))}
      </div>
    </section>
  );
}
