// SPDX-License-Identifier: MIT
//
// The flame graph: a picture, and its outline as a table of the same frames.
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { api_address } from '../../api/client';
import type { Flame } from '../../api/types';
import { useAnswer } from '../../ui/use_answer';
import { key, link_with } from '../../state/navigation';
import { common_params, event_name, events, filter_params, is_diff } from '../../state/session';
import { shown_name } from '../../ui/cells';
import { save_blob } from '../../ui/notices';
import { Fault, Loading } from '../../ui/states';
import { ViewTools } from '../../ui/tool_bar';
import { picture_of } from '../../paint/frames';
import { FlameChoices } from './flame_choices';
import { flame_notes } from './flame_notes';
import { FlameOutline } from './flame_outline';
import { FlamePicture } from './flame_picture';
import { Sandwich } from './sandwich';

const kLevels = 64;

export function flame_params() {
  return {
    ...plain_params(),
    depth: key('depth') ?? kLevels,
    path: key('path'),
  };
}

export function plain_params() {
  const { e, define, parts, threads } = common_params();
  return {
    ...filter_params(),
    e: e ?? null,
    define: define ?? null,
    parts: parts ?? null,
    threads: threads ?? null,
    q: key('q'),
    group: key('group'),
    inv: key('inv'),
    merge_recursion: key('rec'),
  };
}

export function useWidth() {
  const box = useRef<HTMLDivElement>(null);
  const [width, set_width] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) {
      return undefined;
    }
    const measure = () => set_width(Math.max(100, Math.floor(element.clientWidth)));
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    measure();
    return () => watch.disconnect();
  }, []);
  return { box, width };
}

/// Frames are asked for by steps of 100 pixels, so that a pane's edge can be dragged in peace.
function pixels_for(width: number): number {
  return Math.min(8192, Math.ceil(width / 100) * 100);
}

function holds_peaks(event: string | undefined): boolean {
  return events.value.find((each) => each.name === event)?.combine === 'max';
}

export function SandwichView() {
  const { box, width } = useWidth();
  const params = { ...plain_params(), q: null, depth: kLevels, px: pixels_for(width) };
  return (
    <section class="view">
      <div class="view-head">
        <h1 tabIndex={-1}>Sandwich</h1>
        <FlameChoices />
        <ViewTools more={[{ label: 'Save PNG', run: () => save_png(box.current) }]} />
      </div>
      {is_diff.value && <NoFlameDiff />}
      <div class="flame-box" ref={box}>
        <Sandwich
          id={key('sel') ?? key('fn')}
          params={width === 0 ? null : params}
          is_peak={holds_peaks(event_name.value)}
          show={(picture) =>
            key('as') === 'outline' ? (
              <FlameOutline picture={picture} />
            ) : (
              <FlamePicture picture={picture} width={width} />
            )
          }
        />
      </div>
    </section>
  );
}

export function FlameView() {
  const { box, width } = useWidth();
  const px = pixels_for(width);
  const address = width === 0 ? null : api_address('flame', { ...flame_params(), px });
  const { data, fault, is_loading } = useAnswer<Flame>(address);
  const picture = useMemo(() => (data === null ? null : picture_of(data)), [data]);
  const is_outline = key('as') === 'outline';
  return (
    <section class="view" aria-busy={is_loading}>
      <div class="view-head">
        <h1 tabIndex={-1}>{key('inv') === '1' ? 'Flame graph of callers' : 'Flame graph'}</h1>
        <FlameChoices />
        <ViewTools
          whole={{ view: 'flame', params: plain_params(), pictures: true }}
          more={[{ label: 'Save PNG', run: () => save_png(box.current) }]}
        />
      </div>
      {fault !== null && <Fault fault={fault} />}
      {data !== null && <ZoomPath flame={data} />}
      {data !== null && <Footnotes flame={data} />}
      <div class="flame-box" ref={box}>
        {data === null && fault === null && <Loading what="Laying out the flame graph" />}
        {picture !== null && picture.frames.length === 0 && (
          <p class="empty">Nothing costs anything here.</p>
        )}
        {picture !== null &&
          picture.frames.length > 0 &&
          data !== null &&
          (is_outline ? (
            <FlameOutline picture={picture} />
          ) : (
            <FlamePicture picture={picture} width={width} />
          ))}
      </div>
    </section>
  );
}

function NoFlameDiff() {
  return (
    <p class="note">
      This picture shows the new side alone.{' '}
      <a href={link_with({ base: null })}>Leave the comparison</a>
    </p>
  );
}

export function save_png(box: HTMLDivElement | null): void {
  box?.querySelector('canvas')?.toBlob((blob) => {
    if (blob !== null) {
      save_blob(blob, 'quern-flame.png');
    }
  });
}

function ZoomPath({ flame }: { flame: Flame }) {
  if (flame.path.length === 0) {
    return null;
  }
  return (
    <nav class="zoom-path" aria-label="Zoomed into">
      <a href={link_with({ path: null })}>everything</a>
      {flame.path.map((row, at) => (
        <a
          key={`${at}-${row.id}`}
          href={link_with({
            path: flame.path
              .slice(0, at + 1)
              .map((each) => each.id)
              .join('.'),
          })}
          aria-current={at === flame.path.length - 1 ? 'location' : undefined}
        >
          <bdi>{shown_name(row.name)}</bdi>
        </a>
      ))}
    </nav>
  );
}

function Footnotes({ flame }: { flame: Flame }) {
  const notes = flame_notes(flame, holds_peaks(flame.events[0]));
  return notes.length === 0 ? null : <p class="note">{notes.join(' ')}</p>;
}
