// SPDX-License-Identifier: MIT
//
// The drawn flame graph: keyboard navigation, and the description of a frame.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { grouped, printed_amount, printed_percent } from '../../base/amounts';
import { marked, type Cost } from '../../base/cost';
import { visible } from '../../base/names';
import { color_slots, type FlameColors } from '../../paint/colors';
import { draw_flame, level_height, top_of, type Look } from '../../paint/flame_canvas';
import {
  found_frames,
  frame_at,
  neighbour,
  next_of,
  stack_of,
  type Frame,
  type Picture,
  type Step,
} from '../../paint/frames';
import { group_of, groups_in, kGroupColors } from '../../paint/groups';
import { key, open_page, refine, set_keys } from '../../state/navigation';
import { is_dark, own_color, own_colors } from '../../state/preferences';
import { name_finder } from '../../state/search';
import { unit_of } from '../../state/session';
import { shorter_names, shown_name } from '../../ui/cells';
import { announce } from '../../ui/notices';
import { useStatus } from '../../ui/status';
import { useSteps } from '../../ui/steps';
import { Tip } from '../../ui/tip';
import { useHeight } from '../../ui/use_size';
import { colors_shown } from './flame_choices';
import { useColored } from './group_colors';
import { sureness } from './flame_notes';
import { useZoom } from './flame_zoom';
import { FlameMinimap, is_deep, kMinimapGap, minimap_width } from './minimap';

/// Zooming is a link: the ids from the root down.
function zoom_path(picture: Picture, frame: Frame): string {
  const ids = stack_of(picture, frame).map((each) => each.name.id ?? '');
  const above = key('path');
  return (above === null || above === ids.slice(0, 1).join('.') ? ids : [above, ...ids]).join('.');
}

/// The description of a frame.
function told_of(frame: Frame, { whole, event }: Picture) {
  const unit = unit_of(event);
  const amount = (cost: Cost) => marked(printed_amount(unit, cost));
  const side = (cost: Cost | null) => (cost === null ? 'none' : amount(cost));
  return {
    name: shown_name(frame.name.name),
    cost: `${amount(frame.cost)} ${event}`,
    share: `${marked(printed_percent(frame.cost, whole))} %`,
    own: `self ${amount(frame.own)}`,
    sure: sureness(frame),
    sides: frame.change && { before: side(frame.change.before), now: side(frame.change.now) },
  };
}

function frame_words(frame: Frame, picture: Picture): string {
  const { name, cost, share, own, sure, sides } = told_of(frame, picture);
  const changed = sides === undefined ? '' : `, old ${sides.before}, new ${sides.now}`;
  return `${name}: ${cost}, ${share}, ${own}, ${sure}${changed}`;
}

const kSteps: Record<string, Record<'up' | 'down', Step>> = {
  ArrowUp: { up: 'callee', down: 'caller' },
  ArrowDown: { up: 'caller', down: 'callee' },
  ArrowLeft: { up: 'before', down: 'before' },
  ArrowRight: { up: 'after', down: 'after' },
  Home: { up: 'first', down: 'first' },
};

const kSmallLabel = 'Flame graph. Arrow keys move between frames, Enter opens the function.';
const kLabel = `${kSmallLabel} z zooms into it, + and - zoom, 0 resets.`;

/// How long a second click is waited for, in milliseconds.
const kSecondClick = 300;

export interface PictureProps {
  picture: Picture;
  width: number;
  /// Whether a frame can become the whole picture.
  zooms?: boolean;
  colors?: FlameColors;
  /// Next to other things, which have their own status and keys.
  is_small?: boolean;
}

export function FlamePicture(props: PictureProps) {
  const { picture, width: box_width, zooms = true, is_small = false, colors } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const scroll = useRef<HTMLDivElement>(null);
  const [pointer, set_pointer] = useState<{ clientX: number; clientY: number } | null>(null);
  const clicked_path = useRef<string | null>(null);
  const opening = useRef<number | undefined>(undefined);
  useEffect(() => () => clearTimeout(opening.current), []);
  const [chosen, set_chosen] = useState<number | null>(null);
  const room = useHeight(scroll, 400);
  const levels = picture.levels.length;
  const level = level_height(levels, room);
  const minimap = is_deep(picture, room) ? minimap_width(box_width) : 0;
  const width = box_width - (minimap === 0 ? 0 : minimap + kMinimapGap);
  const chosen_colors = key('color');
  const shown_colors = useMemo(
    () => colors ?? colors_shown(picture),
    [picture, colors, chosen_colors],
  );
  const by = kGroupColors.find((each) => each === shown_colors);
  const groups = useMemo(() => (by === undefined ? [] : groups_in(picture, by)), [picture, by]);
  const slots = useMemo(
    () => (by === undefined ? null : color_slots(groups, (group) => own_color(by, group))),
    [groups, by, own_colors.value],
  );
  useColored(is_small || by === undefined ? null : by, groups);
  const zoom = useZoom(scroll, width, key('path'), is_small);
  const grows_up = key('mode') === 'flame';
  const is_stacks = zooms && key('mode') !== 'sandwich';
  const fits = name_finder();
  const found = useMemo(
    () => (fits === null ? null : found_frames(picture, fits)),
    [picture, key('find')],
  );
  const selected = key('sel');
  const chosen_frame = chosen === null ? null : (picture.frames[chosen] ?? null);
  const current =
    chosen_frame !== null && (is_small || chosen_frame.name.id === selected)
      ? chosen_frame
      : (picture.frames.find((each) => each.name.id !== null && each.name.id === selected) ?? null);
  const frame_under = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    const area = canvas.current?.getBoundingClientRect();
    if (area === undefined) {
      return null;
    }
    const row = Math.floor((clientY - area.top) / level);
    const { from, to } = zoom.sight;
    const at = from + ((clientX - area.left) / width) * (to - from);
    return frame_at(picture, grows_up ? levels - 1 - row : row, at);
  };
  // Asked anew each time: another picture may have come under a pointer at rest.
  const hovered = pointer === null ? null : frame_under(pointer);
  const look: Look = {
    width,
    level,
    sight: zoom.sight,
    is_dark: is_dark(),
    grows_up,
    colors: shown_colors,
    slots,
    selected: current?.index ?? null,
    hovered: hovered?.index ?? null,
    found: found?.frames ?? null,
    names_of: (name) => [shown_name(name.name), ...shorter_names(name)],
  };
  useLayoutEffect(() => {
    if (canvas.current !== null) {
      draw_flame(canvas.current, picture, look);
    }
  });
  const choose = (frame: Frame | null) => {
    if (frame !== null) {
      set_chosen(frame.index);
      refine(is_small ? {} : { sel: frame.name.id });
    }
  };
  const go_to = (frame: Frame) => {
    choose(frame);
    announce(frame_words(frame, picture));
    const box = scroll.current;
    const top = top_of(frame, levels, look);
    if (box !== null && (top < box.scrollTop || top + level > box.scrollTop + box.clientHeight)) {
      box.scrollTop = Math.max(0, top - box.clientHeight / 3);
    }
    zoom.show(frame);
  };
  useSteps(
    found === null || is_small
      ? null
      : (way) => {
          const next = next_of(picture, found.frames, current, way);
          if (next !== null) {
            go_to(next);
          }
          return next !== null;
        },
  );
  const on_key = (event: KeyboardEvent) => {
    const step = kSteps[event.key]?.[grows_up ? 'up' : 'down'];
    if (event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    if (step !== undefined) {
      const next = neighbour(picture, current, step);
      if (next !== null) {
        go_to(next);
      }
    } else if (event.key === 'Enter' && current?.name.id) {
      open_page('fn', current.name.id);
    } else if (event.key === 'z' && current !== null && is_stacks) {
      set_keys({ path: zoom_path(picture, current) });
    } else if (is_small) {
      return;
    } else if (event.key === '0') {
      zoom.reset();
      set_keys({ path: null });
    } else if (event.key === '+' || event.key === '-') {
      const around = current === null ? undefined : (current.left + current.right) / 2;
      zoom.step(event.key === '+' ? 1 : -1, around);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="flame-frame">
      {!is_small && <FoundStatus picture={picture} found={found} />}
      <div
        class="flame-scroll"
        ref={scroll}
        tabIndex={0}
        role="application"
        aria-label={is_small ? kSmallLabel : kLabel}
        onKeyDown={on_key}
      >
        <canvas
          ref={canvas}
          aria-hidden="true"
          onPointerMove={({ clientX, clientY }) => set_pointer({ clientX, clientY })}
          onPointerLeave={() => set_pointer(null)}
          onPointerDown={zoom.on_down}
          onClick={(event) => {
            const under = is_small ? frame_under(event) : null;
            if (under?.name.id) {
              open_page('fn', under.name.id);
            } else if (zoom.was_moved()) {
              clicked_path.current = null;
            } else if (event.detail < 2) {
              const frame = frame_under(event);
              clicked_path.current = frame === null ? null : zoom_path(picture, frame);
              // A pane of details that opens moves the picture, perhaps away from a second click.
              const wait = is_stacks && selected === null ? kSecondClick : 0;
              opening.current = window.setTimeout(() => choose(frame), wait);
            }
          }}
          onDblClick={() => {
            if (clicked_path.current !== null && is_stacks) {
              clearTimeout(opening.current);
              set_keys({ path: clicked_path.current });
            }
          }}
        />
        {hovered !== null && pointer !== null && (
          <FrameTip frame={hovered} x={pointer.clientX} y={pointer.clientY} {...{ picture, look }} />
        )}
      </div>
      {minimap > 0 && <FlameMinimap picture={picture} look={look} width={minimap} box={scroll} />}
    </div>
  );
}

type Found = ReturnType<typeof found_frames>;

/// `found` null: nothing is searched for, or by an expression that is none.
function FoundStatus({ picture, found }: { picture: Picture; found: Found | null }) {
  useStatus(
    found !== null
      ? found_words(found, picture.event)
      : key('find') !== null
        ? 'Not a valid regular expression'
        : `${grouped(BigInt(picture.frames.length))} frames`,
  );
  return null;
}

function found_words(found: Found, event: string): string {
  const { frames, share, is_exact } = found;
  const part = (is_exact ? '' : '~ ') + (share * 100).toFixed(2);
  const count = `${grouped(BigInt(frames.size))} ${frames.size === 1 ? 'frame matches' : 'frames match'}`;
  return `${count}, ${part} % of ${event}`;
}

/// What is drawn on top of a frame or below it, away from its root.
function children_of(frame: Frame): string {
  return key('inv') === '1' || (frame.within ?? -1) >= 0 ? 'callers' : 'callees';
}

/// The meaning of a frame's color.
function color_words(frame: Frame, { colors }: Look): string | null {
  const by = kGroupColors.find((each) => each === colors);
  const group = by === undefined ? null : group_of(frame, by);
  return group === null ? null : `${by} ${visible(group, 200)}`;
}

interface TipProps {
  frame: Frame;
  x: number;
  y: number;
  picture: Picture;
  look: Look;
}

function FrameTip({ frame, x, y, picture, look }: TipProps) {
  const { name, cost, share, own, sure, sides } = told_of(frame, picture);
  const color = color_words(frame, look);
  return (
    <Tip name={name} x={x} y={y}>
      <p>
        {cost} · {share}
      </p>
      <p>{own}</p>
      {color !== null && <p class="dim">{color}</p>}
      {sides !== undefined && (
        <p>
          {sides.before} → {sides.now}
        </p>
      )}
      <p class="dim">
        {sure}
        {frame.is_recursive && ' · recursive'}
        {frame.hidden > 0 && ` · ${frame.hidden} ${children_of(frame)} too small to draw`}
      </p>
    </Tip>
  );
}
