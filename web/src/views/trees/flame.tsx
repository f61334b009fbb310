// SPDX-License-Identifier: MIT
//
// The flame graph: a drawing, and an outline, which is a table of the same frames.
import type { ComponentChildren } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import { api_address, type Params } from '../../api/client';
import type { Flame } from '../../api/types';
import { useAnswer } from '../../ui/use_answer';
import { key, link_with } from '../../state/navigation';
import { common_params, event_name, events, is_diff } from '../../state/session';
import { shown_name } from '../../ui/cells';
import { save_blob } from '../../ui/notices';
import { Fault, Loading } from '../../ui/states';
import { ViewTools } from '../../ui/tool_bar';
import { useSize } from '../../ui/use_size';
import { OnlyNewSide, ViewHead } from '../../ui/view_parts';
import { picture_of, type Picture } from '../../paint/frames';
import { FunctionPane } from '../lists/function_pane';
import { FlameChoices } from './flame_choices';
import { flame_notes } from './flame_notes';
import { FlameOutline } from './flame_outline';
import { FlamePicture, type PictureProps } from './flame_picture';
import { Sandwich } from './sandwich';

const kLevels = 64;

function flame_params() {
  return {
    ...plain_params(),
    depth: key('depth') ?? kLevels,
    path: key('path'),
  };
}

/// A picture is of one event.
export function plain_params() {
  const { e2: _second, ...params } = common_params();
  return {
    ...params,
    q: key('q'),
    group: key('group'),
    inv: key('inv'),
    merge_recursion: key('rec'),
  };
}

/// Frames are asked for by steps of 100 pixels, so that a pane's edge can be dragged in peace.
function pixels_for(width: number): number {
  return Math.min(8192, Math.ceil(width / 100) * 100);
}

function useWidth() {
  const box = useRef<HTMLDivElement>(null);
  const width_of = (element: HTMLElement) => Math.max(100, Math.floor(element.clientWidth));
  return { box, width: useSize(box, width_of, 0) };
}

function holds_peaks(event: string | undefined): boolean {
  return events.value.find((each) => each.name === event)?.combine === 'max';
}

/// The picture, or its outline, as the address says.
function FlameBody(props: PictureProps) {
  return key('as') === 'outline' ? (
    <FlameOutline picture={props.picture} />
  ) : (
    <FlamePicture {...props} />
  );
}

export function SandwichView() {
  const { box, width } = useWidth();
  const params = { ...plain_params(), q: null, depth: kLevels, px: pixels_for(width) };
  const id = key('sel') ?? key('fn');
  return (
    <section class="view">
      <ViewHead title="Sandwich">
        <FlameChoices />
        <ViewTools more={[{ label: 'Save PNG', run: () => save_png(box.current) }]} />
      </ViewHead>
      {is_diff.value && <OnlyNewSide what="graph" />}
      <div class="panes">
        <FunctionPane chosen={id} />
        <div class="flame-box" ref={box}>
          <Sandwich
            id={id}
            params={width === 0 ? null : params}
            is_peak={holds_peaks(event_name.value)}
            show={(picture) => <FlameBody picture={picture} width={width} />}
          />
        </div>
      </div>
    </section>
  );
}

interface FlameProps<D> {
  title: string;
  choices: ComponentChildren;
  params: Params;
  /// Of its exports, which have the whole picture.
  exported: Params;
  what: string;
  picture: (data: D) => Picture;
  notes: (data: D) => ComponentChildren;
  look?: Omit<PictureProps, 'picture' | 'width'>;
}

/// A flame graph as a view, of one side or of both.
export function FlameOf<D>(props: FlameProps<D>) {
  const { title, choices, params, exported, what, notes, ...of } = props;
  const { box, width } = useWidth();
  const px = pixels_for(width);
  const answer = useAnswer<D>(width === 0 ? null : api_address('flame', { ...params, px }));
  const { data, fault } = answer;
  const picture = useMemo(() => (data === null ? null : of.picture(data)), [data]);
  return (
    <section class="view" aria-busy={answer.is_loading}>
      <ViewHead title={title}>
        {choices}
        <ViewTools
          whole={{ view: 'flame', params: exported, forms: ['svg', 'html', 'folded'] }}
          more={[{ label: 'Save PNG', run: () => save_png(box.current) }]}
        />
      </ViewHead>
      {fault !== null && <Fault fault={fault} />}
      {data !== null && notes(data)}
      <div class="flame-box" ref={box}>
        {data === null && fault === null && <Loading what={what} />}
        {picture !== null && (picture.frames.length === 0 || picture.whole === 0n) && (
          <p class="empty">Nothing here has a cost.</p>
        )}
        {picture !== null && picture.frames.length > 0 && (
          <FlameBody picture={picture} width={width} {...of.look} />
        )}
      </div>
    </section>
  );
}

export function FlameView() {
  return (
    <FlameOf<Flame>
      title={key('inv') === '1' ? 'Flame graph of callers' : 'Flame graph'}
      choices={<FlameChoices />}
      params={flame_params()}
      exported={plain_params()}
      what="Drawing the flame graph"
      picture={picture_of}
      notes={(flame) => (
        <>
          <ZoomPath flame={flame} />
          <Footnotes flame={flame} />
        </>
      )}
    />
  );
}

function save_png(box: HTMLDivElement | null): void {
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
      <a href={link_with({ path: null })}>All</a>
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
