// SPDX-License-Identifier: MIT
//
// The flame graph: a picture, and its outline as a table of the same frames.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { api_address } from '../api/client';
import type { Flame } from '../api/types';
import { useAnswer } from '../ui/use_answer';
import { amount_text, grouped, printed_amount, printed_percent } from '../base/amounts';
import { count } from '../base/count';
import { key, link_with, open_page, refine, set_keys } from '../state/navigation';
import { is_dark } from '../state/preferences';
import type { FlameColors } from '../paint/colors';
import { common_params, event_name, is_diff, profile, unit_of } from '../state/session';
import { shown_name } from '../ui/cells';
import { announce, save_blob } from '../ui/notices';
import { Fault, Loading } from '../ui/states';
import { status } from '../ui/status';
import { ViewTools } from '../ui/tool_bar';
import { draw_flame, kLevel, type Look } from '../paint/flame_canvas';
import {
  finder,
  found_frames,
  frame_at,
  neighbour,
  picture_of,
  stack_of,
  type Frame,
  type Picture,
  type Step,
} from '../paint/frames';
import { ComparedFlameView } from './diff_flame';
import { FlameOutline } from './flame_outline';
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

/// Zooming is a link: the ids from the root down.
export function zoom_path(picture: Picture, frame: Frame): string {
  const ids = stack_of(picture, frame).map((each) => each.name.id ?? '');
  const above = key('path');
  return (above === null || above === ids.slice(0, 1).join('.') ? ids : [above, ...ids]).join('.');
}

export function frame_words(frame: Frame, whole: bigint): string {
  const unit = unit_of(event_name.value);
  const cost = printed_amount(unit, frame.cost);
  const share = printed_percent(frame.cost, whole);
  const own = printed_amount(unit, frame.own);
  const sure = frame.certainty === 'exact' ? 'measured' : frame.certainty;
  return (
    `${shown_name(frame.name.name)}: ${cost.mark}${cost.text} ${event_name.value}, ` +
    `${share.mark}${share.text} %, own ${own.mark}${own.text}, ${sure}` +
    (frame.change === undefined
      ? ''
      : `, before ${side_text(frame.change.was)}, now ${side_text(frame.change.is)}`)
  );
}

export function FlameView() {
  if (key('mode') === 'sandwich') {
    return <SandwichView />;
  }
  return is_diff.value ? <ComparedFlameView /> : <StackView />;
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

function SandwichView() {
  const { box, width } = useWidth();
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

function StackView() {
  const { box, width } = useWidth();
  // Frames are asked for by steps of 100 pixels, so that a pane's edge can be dragged in peace.
  const px = Math.min(8192, Math.ceil(width / 100) * 100);
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

/// What tells most frames apart in this profile, unless the reader chose.
function colors_shown(): FlameColors {
  const chosen = key('color');
  const known = ['object', 'file', 'share', 'one'] as const;
  const counted = (name: string) => count(profile.value?.counts?.[name] ?? 0);
  return (
    known.find((each) => each === chosen) ??
    (counted('objects') > 1n ? 'object' : counted('files') > 1n ? 'file' : 'share')
  );
}

export function FlameChoices({ colors = true }: { colors?: boolean }) {
  const mode = key('mode') ?? 'icicle';
  const inverted = key('inv') === '1';
  const color = colors_shown();
  const is_sandwich = mode === 'sandwich';
  return (
    <>
      {!is_sandwich && (
        <div class="segmented" role="group" aria-label="Direction">
          <a href={link_with({ inv: null, path: null })} aria-current={!inverted}>
            Callees
          </a>
          <a href={link_with({ inv: '1', path: null })} aria-current={inverted}>
            Callers
          </a>
        </div>
      )}
      <div class="segmented" role="group" aria-label="Kind of picture">
        <a href={link_with({ mode: null })} aria-current={mode === 'icicle'}>
          Icicle
        </a>
        <a href={link_with({ mode: 'flame' })} aria-current={mode === 'flame'}>
          Flame
        </a>
        <a href={link_with({ mode: 'sandwich', path: null })} aria-current={mode === 'sandwich'}>
          Sandwich
        </a>
      </div>
      {colors && (
        <label class="field">
          <span>Colour</span>
          <select value={color} onChange={(event) => refine({ color: event.currentTarget.value })}>
            <option value="object">by object</option>
            <option value="file">by file</option>
            <option value="share">by own cost</option>
            <option value="one">one colour</option>
          </select>
        </label>
      )}
      {!is_sandwich && (
        <label class="check">
          <input
            type="checkbox"
            checked={key('rec') === '1'}
            onChange={() => set_keys({ rec: key('rec') === '1' ? null : '1' })}
          />
          merge recursion
        </label>
      )}
      <label class="field">
        <span class="sr">Find frames</span>
        <input
          type="search"
          placeholder="Find frames"
          value={key('find') ?? ''}
          onInput={(event) => refine({ find: event.currentTarget.value })}
        />
      </label>
      <a class="button" href={link_with({ as: key('as') === 'outline' ? null : 'outline' })}>
        {key('as') === 'outline' ? 'Show as picture' : 'Show as outline'}
      </a>
    </>
  );
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
  const notes: string[] = [];
  if (!flame.exact_stacks) {
    notes.push('Hatched frames are estimated: the profile tells calls, not stacks.');
  }
  if (flame.small !== null && flame.small.children > 0) {
    const { children } = flame.small;
    notes.push(
      children === 1
        ? 'One frame is too small to draw.'
        : `${grouped(BigInt(children))} frames are too small to draw.`,
    );
  }
  if (flame.squeezed > 0) {
    notes.push(
      flame.squeezed === 1
        ? 'The callees of one frame claim more than it has.'
        : `The callees of ${grouped(BigInt(flame.squeezed))} frames claim more than these have.`,
    );
  }
  return notes.length === 0 ? null : <p class="note">{notes.join(' ')}</p>;
}

const kSteps: Record<string, Record<'up' | 'down', Step>> = {
  ArrowUp: { up: 'callee', down: 'caller' },
  ArrowDown: { up: 'caller', down: 'callee' },
  ArrowLeft: { up: 'before', down: 'before' },
  ArrowRight: { up: 'after', down: 'after' },
  Home: { up: 'first', down: 'first' },
};

interface PictureProps {
  picture: Picture;
  width: number;
  /// Whether a frame can become the whole picture.
  zooms?: boolean;
  colors?: FlameColors;
}

export function FlamePicture({ picture, width, zooms = true, colors }: PictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [hovered, set_hovered] = useState<{ frame: Frame; x: number; y: number } | null>(null);
  const [chosen, set_chosen] = useState<number | null>(null);
  const grows_up = key('mode') === 'flame';
  const is_stacks = zooms && key('mode') !== 'sandwich';
  const find = key('find') ?? '';
  const fits = find === '' ? null : finder(find);
  const found = useMemo(
    () => (fits === null ? null : found_frames(picture, fits)),
    [picture, find],
  );
  const selected = key('sel');
  const chosen_frame = chosen === null ? null : (picture.frames[chosen] ?? null);
  const current =
    chosen_frame !== null && chosen_frame.name.id === selected
      ? chosen_frame
      : (picture.frames.find((each) => each.name.id !== null && each.name.id === selected) ?? null);
  const look: Look = {
    width,
    is_dark: is_dark(),
    grows_up,
    colors: colors ?? colors_shown(),
    selected: current?.index ?? null,
    hovered: hovered?.frame.index ?? null,
    found: found?.frames ?? null,
    name_of: shown_name,
  };
  useLayoutEffect(() => {
    if (canvas.current !== null) {
      draw_flame(canvas.current, picture, look);
    }
  });
  useEffect(() => {
    if (fits === null && find !== '') {
      status.value = 'That is no expression';
    } else if (found !== null) {
      const share = (found.is_exact ? '' : '~ ') + (found.share * 100).toFixed(2);
      status.value = `${grouped(BigInt(found.frames.size))} frames fit, ${share} % of ${event_name.value}`;
    } else {
      status.value = `${grouped(BigInt(picture.frames.length))} frames`;
    }
    return () => {
      status.value = '';
    };
  }, [found, find, picture]);

  const frame_under = (event: MouseEvent): Frame | null => {
    const area = canvas.current?.getBoundingClientRect();
    if (area === undefined) {
      return null;
    }
    const row = Math.floor((event.clientY - area.top) / kLevel);
    const level = grows_up ? picture.levels.length - 1 - row : row;
    return frame_at(picture, level, (event.clientX - area.left) / width);
  };
  const choose = (frame: Frame | null) => {
    if (frame !== null) {
      set_chosen(frame.index);
      refine({ sel: frame.name.id });
    }
  };
  const on_key = (event: KeyboardEvent) => {
    const step = kSteps[event.key]?.[grows_up ? 'up' : 'down'];
    if (event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    if (step !== undefined) {
      const next = neighbour(picture, current, step);
      choose(next);
      if (next !== null) {
        announce(frame_words(next, picture.whole));
      }
    } else if (event.key === 'Enter' && current?.name.id) {
      open_page('fn', current.name.id);
    } else if (event.key === 'z' && current !== null && is_stacks) {
      set_keys({ path: zoom_path(picture, current) });
    } else if (event.key === '0') {
      set_keys({ path: null });
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      class="flame-scroll"
      tabIndex={0}
      role="application"
      aria-label="Flame graph. Arrows go from frame to frame, Enter opens, z zooms, 0 resets."
      onKeyDown={on_key}
    >
      <canvas
        ref={canvas}
        aria-hidden="true"
        onPointerMove={(event) => {
          const frame = frame_under(event);
          set_hovered(frame === null ? null : { frame, x: event.clientX, y: event.clientY });
        }}
        onPointerLeave={() => set_hovered(null)}
        onClick={(event) => choose(frame_under(event))}
        onDblClick={(event) => {
          const frame = frame_under(event);
          if (frame !== null && is_stacks) {
            set_keys({ path: zoom_path(picture, frame) });
          }
        }}
      />
      {hovered !== null && <Tip {...hovered} whole={picture.whole} />}
    </div>
  );
}

function side_text(cost: bigint | null): string {
  return cost === null ? 'not there' : amount_text(unit_of(event_name.value), cost);
}

function Tip({ frame, x, y, whole }: { frame: Frame; x: number; y: number; whole: bigint }) {
  const unit = unit_of(event_name.value);
  const cost = printed_amount(unit, frame.cost);
  const own = printed_amount(unit, frame.own);
  const share = printed_percent(frame.cost, whole);
  const on_right = x > window.innerWidth - 380;
  const style = {
    left: on_right ? 'auto' : `${x + 14}px`,
    right: on_right ? `${window.innerWidth - x + 14}px` : 'auto',
    top: `${Math.min(y + 16, window.innerHeight - 130)}px`,
  };
  return (
    <div class="tip" style={style} aria-hidden="true">
      <p class="tip-name">
        <bdi>{shown_name(frame.name.name)}</bdi>
      </p>
      <p>
        {cost.mark}
        {cost.text} {event_name.value} · {share.mark}
        {share.text} %
      </p>
      <p>
        own {own.mark}
        {own.text}
      </p>
      {frame.change !== undefined && (
        <p>
          {side_text(frame.change.was)} → {side_text(frame.change.is)}
        </p>
      )}
      <p class="dim">
        {frame.certainty === 'exact' ? 'measured' : frame.certainty}
        {frame.is_recursive && ' · recursive'}
        {frame.hidden > 0 && ` · ${frame.hidden} callees too small to draw`}
      </p>
    </div>
  );
}
