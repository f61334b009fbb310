// SPDX-License-Identifier: MIT
//
// The view of a source file, of one version or of both: what is above its lines, and what replaces
// them while they load or if they are not available.
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import type { Params } from '../../api/client';
import { visible } from '../../base/names';
import type { RawCount } from '../../base/count';
import type { Table } from '../../base/tables';
import { key, link_to, refine } from '../../state/navigation';
import { Check } from '../../ui/choices';
import { Waiting } from '../../ui/states';
import { useSubject } from '../../ui/subject';
import { ViewTools } from '../../ui/tool_bar';
import type { Answer } from '../../ui/use_answer';
import { ViewHead } from '../../ui/view_parts';
import { EditorLink } from './editor_link';
import { fold_all } from './folds';
import { PathMaps } from './path_maps';
import { clear_on_escape, FoundBox, useReading, type Reading } from './reading';
import type { TextLine } from './source_text';

interface Props<D, L, F> {
  /// While the file's name is not known.
  title: string;
  fold: string;
  legend?: ComponentChildren;
  id: string;
  params: Params;
  loading: string;
  answer: Answer<D>;
  file_in: (data: D) => F | null;
  table: (data: D, file: F) => Table;
  /// As the address names a line; null: it has no name.
  line_key: (line: L) => string | null;
  /// The line of a file where it opens, if its function has no line; null: it has none.
  start: (data: D, file: F) => string | null;
  /// Where the answer has no such file.
  nothing?: string;
  children: (data: D, file: F, reading: Reading) => ComponentChildren;
}

interface WithLines<L> {
  file: string;
  /// Where the file is on this machine; undefined: it was not found.
  full_path?: string;
  lines: readonly L[];
}

const kNoLines: readonly never[] = [];

export function SourceOf<
  D extends { function_line?: RawCount | null },
  L extends TextLine,
  F extends WithLines<L>,
>(props: Props<D, L, F>) {
  const { data, is_loading } = props.answer;
  const file = data === null ? null : props.file_in(data);
  const lines: readonly L[] = file?.lines ?? kNoLines;
  const keys = useMemo(() => lines.map(props.line_key), [lines]);
  const start = useMemo(() => {
    const own = String(data?.function_line ?? '');
    return data === null || file === null || keys.includes(own) ? own : props.start(data, file);
  }, [data]);
  const reading = useReading(lines, keys, start === '' ? null : start);
  useEffect(fold_all, [file]);
  useSubject(file?.file ?? null);
  const params = { ...props.params, id: props.id };
  return (
    <section class="view" aria-busy={is_loading} onKeyDown={clear_on_escape}>
      <ViewHead is_name title={file === null ? props.title : visible(file.file, 300)}>
        {lines.some(({ text }) => text !== null) && <FoundBox reading={reading} />}
        <FoldSwitch label={props.fold} />
        {props.legend}
        <PathMaps />
        <EditorLink path={file?.full_path} line={reading.line} />
        {data === null || file === null ? (
          <ViewTools />
        ) : (
          <ViewTools whole={{ view: 'annotation', params }} table={() => props.table(data, file)} />
        )}
      </ViewHead>
      <Waiting of={props.answer} what={props.loading} of_records>
        <p>
          <a href={link_to('source')}>All source files</a>
        </p>
      </Waiting>
      {data !== null && file === null && props.nothing !== undefined && (
        <p class="empty">{props.nothing}</p>
      )}
      {data !== null && file !== null && props.children(data, file, reading)}
    </section>
  );
}

/// Whether lines without information are folded; part of the address.
function FoldSwitch({ label }: { label: string }) {
  const is_shown = key('cold') === 'show';
  return (
    <Check is_on={!is_shown} toggle={() => refine({ cold: is_shown ? null : 'show' })}>
      {label}
    </Check>
  );
}
