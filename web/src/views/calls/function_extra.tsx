// SPDX-License-Identifier: MIT
//
// Next to a function's callers and callees: its source at the hottest line, and what is around
// and below it as a small call graph and a small flame graph. Each opens its view.
import { useMemo, useRef } from 'preact/hooks';
import { api_address, is_one_file } from '../../api/client';
import type { Annotation, SourceLine } from '../../api/source_types';
import type { Flame, Graph, Row } from '../../api/types';
import { key, link_to } from '../../state/navigation';
import { common_params } from '../../state/session';
import { picture_of } from '../../paint/frames';
import { first_event, total_of } from '../../ui/columns';
import { useAnswer } from '../../ui/use_answer';
import { useSize } from '../../ui/use_size';
import { GraphPicture } from '../graph/graph_picture';
import { line_columns } from '../source/line_costs';
import { source_address } from '../source/source_address';
import { LineCost } from '../source/source_lines';
import { look_of, SourceText } from '../source/source_text';
import { FlamePicture } from '../trees/flame_picture';

const kLinesAround = 6;
const kLevels = 12;
const kPixels = 600;
const kBoxes = 9;

export function FunctionExtra({ row }: { row: Row }) {
  if (is_one_file() || row.id === null || key('group') !== null) {
    return null;
  }
  return <Extra id={row.id} file={row.file_id ?? null} />;
}

function Extra({ id, file }: { id: string; file: string | null }) {
  const box = useRef<HTMLDivElement>(null);
  const width = useSize(box, (element) => element.clientWidth, 0);
  return (
    <div class="fn-extra" ref={box}>
      {file !== null && <HottestSource id={id} file={file} />}
      <NearGraph id={id} />
      {width > 0 && <CalleeFlame id={id} width={width} />}
    </div>
  );
}

function HottestSource({ id, file }: { id: string; file: string }) {
  const asked = useAnswer<Annotation>(source_address(file, id, 1, 1));
  const line = asked.data === null ? null : Number(asked.data.hottest_line ?? 0);
  const first = Math.max(1, (line ?? 0) - kLinesAround);
  const { data } = useAnswer<Annotation>(
    line === null || line === 0 ? null : source_address(file, null, first, line + kLinesAround),
  );
  const lines = data?.files[0]?.lines.filter((each) => each.text !== null) ?? [];
  const look = useMemo(() => look_of(data?.files[0]?.file ?? '', lines), [data]);
  if (data === null || lines.length === 0) {
    return null;
  }
  return (
    <section aria-labelledby="fn-source">
      <h2 id="fn-source">
        <a href={link_to('source', file, { fn: id, line: String(line) })}>
          Source at line {line}
        </a>
      </h2>
      <div class="excerpt" tabIndex={0} role="group" aria-label="Source lines">
        {lines.map((each) => (
          <ExcerptLine
            key={String(each.line)}
            {...{ line: each, data, look }}
            is_hottest={Number(each.line) === line}
          />
        ))}
      </div>
    </section>
  );
}

interface LineProps {
  line: SourceLine;
  data: Annotation;
  look: ReturnType<typeof look_of>;
  is_hottest: boolean;
}

function ExcerptLine({ line, data, look, is_hottest }: LineProps) {
  const event = first_event(data.events);
  const [column] = line_columns([event], { with_inlined: false, with_calls: false });
  return (
    <div class={`source-row${is_hottest ? ' current' : ''}`}>
      {column !== undefined && (
        <LineCost line={line} column={column} whole={total_of(data.totals, event.at)} />
      )}
      <span class="line-number">{String(line.line ?? '?')}</span>
      <code class="source-text">
        <SourceText line={line} look={look} match={null} />
      </code>
    </div>
  );
}

/// Its most expensive callers and callees.
function NearGraph({ id }: { id: string }) {
  const { e2: _second, ...params } = common_params();
  const address = api_address('graph', { ...params, of: id, up: 1, down: 1, nodes: kBoxes });
  const { data } = useAnswer<Graph>(address);
  if (data === null || data.nodes.length < 2) {
    return null;
  }
  return (
    <section aria-labelledby="fn-graph" class="fn-graph">
      <h2 id="fn-graph">
        <a href={link_to('graph', null, { fn: id })}>Call graph around it</a>
      </h2>
      <GraphPicture graph={data} is_small />
    </section>
  );
}

function CalleeFlame({ id, width }: { id: string; width: number }) {
  const { e2: _second, ...params } = common_params();
  const address = api_address('flame', { ...params, of: id, depth: kLevels, px: kPixels });
  const { data } = useAnswer<Flame>(address);
  const picture = useMemo(() => (data === null ? null : picture_of(data)), [data]);
  if (picture === null || picture.levels.length < 2) {
    return null;
  }
  return (
    <section aria-labelledby="fn-flame" class="fn-flame">
      <h2 id="fn-flame">
        <a href={link_to('flame', null, { mode: 'sandwich', sel: id })}>Flame graph of callees</a>
      </h2>
      <div class="flame-box">
        <FlamePicture picture={picture} width={width} zooms={false} is_small />
      </div>
    </section>
  );
}
