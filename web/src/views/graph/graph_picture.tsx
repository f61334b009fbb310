// SPDX-License-Identifier: MIT
//
// The drawn call graph: boxes and arrows, zoom, and the keyboard.
import { useMemo, useRef, useState } from 'preact/hooks';
import type { DrawnGraph, GraphBox } from '../../api/types';
import { visible } from '../../base/names';
import { key, open_page, refine, set_keys } from '../../state/navigation';
import { name_finder } from '../../state/search';
import { shown_name } from '../../ui/cells';
import { announce } from '../../ui/notices';
import { next_among, useSteps } from '../../ui/steps';
import { BirdsEye } from './birds_eye';
import { arrows_of, drawn_size, neighbours_of, view_box, type Arrow } from './shapes';
import { useGraphZoom } from './graph_zoom';

function words_of({ name, functions, facts }: GraphBox): string[] {
  const others = functions - 1;
  return [shown_name(name) + (others > 0 ? ` and ${others} more on a cycle` : ''), ...facts];
}

/// Boxes whose name, or that of a member, holds the words of the search; null: none are searched.
export function found_nodes(graph: DrawnGraph): number[] | null {
  const fits = name_finder();
  if (fits === null) {
    return null;
  }
  const names = ({ name, members = [] }: GraphBox) => [name, ...members.map((each) => each.name)];
  return graph.nodes.flatMap((node, at) =>
    names(node).some((name) => name !== null && fits(name)) ? [at] : [],
  );
}

type Ways = Readonly<Record<string, 'callees' | 'callers' | 1 | -1>>;
const kNext: Ways = { ArrowDown: 'callees', ArrowUp: 'callers', ArrowRight: 1, ArrowLeft: -1 };
/// Where calls lead to the right.
const kNextRight: Ways = { ArrowRight: 'callees', ArrowLeft: 'callers', ArrowDown: 1, ArrowUp: -1 };

interface Props {
  graph: DrawnGraph;
  /// Next to other things, which have their own selection and keys.
  is_small?: boolean;
}

export function GraphPicture({ graph, is_small = false }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const shapes = useMemo(
    () => ({ arrows: arrows_of(graph), near: neighbours_of(graph) }),
    [graph],
  );
  const [chosen, set_chosen] = useState(0);
  const selected = graph.nodes.findIndex(({ id }) => id !== null && id === key('sel'));
  const current = !is_small && selected >= 0 ? selected : Math.min(chosen, graph.nodes.length - 1);
  const found = useMemo(() => (is_small ? null : found_nodes(graph)), [graph, key('find')]);
  const zoom = useGraphZoom(box, graph, is_small);
  const element_of = (at: number) => box.current?.querySelector<SVGGElement>(`[data-at="${at}"]`);
  const choose = (at: number) => {
    set_chosen(at);
    if (!is_small) {
      refine({ sel: graph.nodes[at]?.id ?? null });
    }
  };
  const go_to = (at: number) => {
    const node = graph.nodes[at];
    if (node !== undefined) {
      choose(at);
      announce(words_of(node).join(', '));
      element_of(at)?.focus({ preventScroll: true });
      zoom.show(node);
      element_of(at)?.scrollIntoView({ block: 'nearest', inline: 'nearest' }); // of a narrow page
    }
  };
  const open = (at: number) => {
    const node = graph.nodes[at];
    if (node !== undefined && node.functions > 1 && !is_small) {
      set_keys({ cycles: '1' });
    } else if (node?.id) {
      open_page('fn', node.id);
    }
  };
  useSteps(
    found === null
      ? null
      : (way) => {
          const next = next_among(found, current, way);
          if (next !== undefined) {
            go_to(next);
          }
          return next !== undefined;
        },
  );
  const on_key = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const way = (!is_small && key('direction') === 'right' ? kNextRight : kNext)[event.key];
    if (way !== undefined) {
      const next =
        typeof way === 'number'
          ? (current + way + graph.nodes.length) % graph.nodes.length
          : shapes.near[current]?.[way][0];
      if (next !== undefined) {
        go_to(next);
      }
    } else if (event.key === 'Enter') {
      open(current);
    } else if (event.key === 'z' && !is_small && graph.nodes[current]?.id) {
      set_keys({ fn: graph.nodes[current]?.id ?? null });
    } else if (!zoom.on_key(event.key)) {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="graph-frame">
      {!is_small && <ZoomTools zoom={zoom} />}
      {!is_small && <BirdsEye {...{ box, graph, current, found }} scale={zoom.scale} />}
      <div
        class="graph-scroll"
        ref={box}
        tabIndex={0}
        role="group"
        aria-label="Call graph. Arrow keys go along calls, Enter opens the function."
        onPointerDown={zoom.on_down}
        onKeyDown={on_key}
      >
        <svg
          viewBox={view_box(graph)}
          {...drawn_size(graph, zoom.scale)}
        >
          {graph.clusters.map((cluster, at) => (
            <g class="cluster" key={at}>
              <title>{visible(cluster.name, 300)}</title>
              <rect rx="6" x={cluster.x} y={cluster.y} width={cluster.width} height={cluster.height} />
              <text x={cluster.x + 8} y={cluster.y + 14}>
                {fitting_end(visible(cluster.name, 300), (cluster.width - 16) / 7.25)}
              </text>
            </g>
          ))}
          {shapes.arrows.map((arrow, at) => (
            <ArrowShape key={at} arrow={arrow} graph={graph} />
          ))}
          {graph.nodes.map((node, at) => (
            <g
              key={at}
              data-at={at}
              class={[
                `node look-${node.color}`,
                node.hot ? 'hot' : '',
                at === graph.around ? 'around' : '',
                at === selected && !is_small ? 'current' : '',
                found?.includes(at) ? 'fits' : '',
              ].join(' ')}
              role="link"
              aria-label={words_of(node).join(', ')}
              tabindex={at === current ? 0 : -1}
              onClick={() => !zoom.was_moved() && (is_small ? open(at) : choose(at))}
              onDblClick={() => open(at)}
            >
              <title>{words_of(node).join('\n')}</title>
              <BoxShape node={node} />
            </g>
          ))}
          {shapes.arrows.map(
            ({ label, label_at }, at) =>
              label_at !== null && (
                <text key={at} class="label" aria-hidden="true" x={label_at[0]} y={label_at[1]}>
                  {label}
                </text>
              ),
          )}
        </svg>
      </div>
    </div>
  );
}

function fitting_end(text: string, letters: number): string {
  const most = Math.max(2, Math.floor(letters));
  return text.length <= most ? text : `…${text.slice(1 - most)}`;
}

function ZoomTools({ zoom }: { zoom: ReturnType<typeof useGraphZoom> }) {
  return (
    <div class="graph-zoom" role="group" aria-label="Zoom">
      <button type="button" onClick={() => zoom.step(-1)} aria-label="Smaller">
        −
      </button>
      <button type="button" onClick={() => zoom.step(1)} aria-label="Larger">
        +
      </button>
      <button type="button" onClick={zoom.fit}>
        Fit
      </button>
    </div>
  );
}

function ArrowShape({ arrow, graph }: { arrow: Arrow; graph: DrawnGraph }) {
  const end = (at: number) => shown_name(graph.nodes[at]?.name ?? null);
  return (
    <g
      class={`arrow look-${arrow.color}${arrow.hot ? ' hot' : ''}${arrow.is_dashed ? ' dashed' : ''}`}
    >
      <title>{[`${end(arrow.from)} → ${end(arrow.to)}`, ...arrow.facts].join('\n')}</title>
      <path d={arrow.line} stroke-width={arrow.stroke.toFixed(2)} />
      <polygon points={arrow.head} />
    </g>
  );
}

function BoxShape({ node }: { node: GraphBox }) {
  const { x, y, width, height, bar } = node;
  const room = width - 16;
  const bar_y = y + height - 10;
  return (
    <>
      <rect class="box" rx="4" x={x} y={y} width={width} height={height} />
      <text class="label-name" x={x + 8} y={y + 15}>
        {node.label}
      </text>
      {node.lines.map((line, at) => (
        <text key={at} x={x + 8} y={y + 30 + 15 * at}>
          {line}
        </text>
      ))}
      <rect class="bar" x={x + 8} y={bar_y} width={room} height="5" />
      <rect class="bar-inclusive" x={x + 8} y={bar_y} width={room * bar[0]} height="5" />
      <rect class="bar-self" x={x + 8} y={bar_y} width={room * bar[1]} height="5" />
    </>
  );
}
