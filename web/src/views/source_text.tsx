// SPDX-License-Identifier: MIT
//
// The text of source lines, in colours where its language is known by the name of its file.
import type { SourceFile, SourceLine } from '../api/types';
import { visible } from '../base/names';
import { language_of, states_of, tokens_of, type Language } from '../base/syntax';

/// How lines are coloured; null: their language is not known.
export type SourceLook = { language: Language; states: ReadonlyMap<SourceLine, number> } | null;

export function look_of(file: SourceFile): SourceLook {
  const language = language_of(file.file);
  if (language === null) {
    return null;
  }
  const states = states_of(
    file.lines.map((each) => each.text),
    language,
  );
  return { language, states: new Map(file.lines.map((line, at) => [line, states[at] ?? 0])) };
}

export function SourceText({ line, look }: { line: SourceLine; look: SourceLook }) {
  const text = visible(line.text ?? '', 1000);
  if (look === null) {
    return <>{text}</>;
  }
  return (
    <>
      {tokens_of(text, look.language, look.states.get(line) ?? 0).map((token) =>
        token.kind === null ? token.text : <span class={`syntax-${token.kind}`}>{token.text}</span>,
      )}
    </>
  );
}
