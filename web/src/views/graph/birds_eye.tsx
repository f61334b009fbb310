// SPDX-License-Identifier: MIT
//
// The whole call graph in small, in a corner of a picture that is larger than its room.
import type { RefObject } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import type { DrawnGraph, GraphBox } from '../../api/types';
import { Minimap, useSight, type Area, type Sight } from '../../ui/pictures/minimap';
import { arrow_forms, drawn_size, inset, kMargin, view_box } from './shapes';

const kMost: Area = { width: 240, height: 150 };
/// Of the room, each way.
const kMostShare = 0.35;
/// Smaller rooms have no bird's-eye view.
const kLeast: Area = { width: 240, height: 240 };
/// From the edges of the picture to any corner, with the scroll bars.
const kApart = 20;

const kFirstCorner = 'at-top at-right';
/// The tools for zooming have the fourth.
const kCorners = [kFirstCorner, 'at-top at-left', 'at-bottom at-left'];

function small_size(whole: Area, room: Area): Area {
  const most = (way: keyof Area) => Math.min(kMost[way], kMostShare * room[way]);
  const scale = Math.min(most('width') / whole.width, most('height') / whole.height);
  return { width: whole.width * scale, height: whole.height * scale };
}

/// Whether a box is nowhere behind the small picture in this corner.
function is_free(corner: string, size: Area, box: Sight, room: Area): boolean {
  const [from_left, from_top] = [size.width + kApart, size.height + kApart];
  const beside = corner.includes('left')
    ? box.left > from_left
    : box.left + box.width < room.width - from_left;
  const above_or_below = corner.includes('top')
    ? box.top > from_top
    : box.top + box.height < room.height - from_top;
  return beside || above_or_below;
}

/// Where a box is in the room.
function seen_box(node: GraphBox, scale: number, whole: Area, sight: Sight): Sight {
  return {
    left: (node.x + kMargin) * scale + inset(whole.width, sight.width) - sight.left,
    top: (node.y + kMargin) * scale - sight.top,
    width: node.width * scale,
    height: node.height * scale,
  };
}

interface Props {
  box: RefObject<HTMLDivElement | null>;
  graph: DrawnGraph;
  scale: number;
  /// The box with the focus: it is not covered.
  current: number;
  found: readonly number[] | null;
}

export function BirdsEye({ box, graph, scale, current, found }: Props) {
  const sight = useSight(box);
  const [is_held, hold] = useState(false);
  const corner = useRef<string | undefined>(undefined);
  const boxes = useMemo(
    () => <SmallBoxes graph={graph} current={current} found={found} />,
    [graph, current, found],
  );
  const node = graph.nodes[current];
  const whole = drawn_size(graph, scale);
  if (
    sight === null ||
    node === undefined ||
    (whole.width <= sight.width && whole.height <= sight.height) ||
    sight.width < kLeast.width ||
    sight.height < kLeast.height
  ) {
    return null;
  }
  const size = small_size(whole, sight);
  if (!is_held) {
    const seen = seen_box(node, scale, whole, sight);
    corner.current = [corner.current ?? kFirstCorner, ...kCorners].find((each) =>
      is_free(each, size, seen, sight),
    );
  }
  return corner.current === undefined ? null : (
    <Minimap corner={corner.current} {...{ box, sight, whole, size, hold }}>
      {boxes}
    </Minimap>
  );
}

function SmallBoxes({ graph, current, found }: Pick<Props, 'graph' | 'current' | 'found'>) {
  const hot = [...graph.edges, ...graph.dashed_edges].filter((edge) => edge.hot);
  return (
    <svg viewBox={view_box(graph)}>
      {graph.nodes.map(({ x, y, width, height, color, hot: is_hot }, at) => (
        <rect
          key={at}
          class={[
            `box look-${color}`,
            is_hot ? 'hot' : '',
            at === current ? 'current' : '',
            found?.includes(at) ? 'fits' : '',
          ].join(' ')}
          {...{ x, y, width, height }}
        />
      ))}
      {hot.map(({ path }, at) => (
        <path key={at} class="hot-way" d={arrow_forms(path, 1).line} />
      ))}
    </svg>
  );
}
