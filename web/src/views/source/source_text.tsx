// SPDX-License-Identifier: MIT
//
// The text of source lines: in colors if the name of its file shows the language, with the matches
// of a search marked.
import { visible_line } from '../../base/names';
import { language_of, states_of, tokens_of, type Language } from '../../base/syntax';
import { pieces_of, type Match } from './find';

/// How lines are colored; null: their language is unknown.
export type SourceLook = { language: Language; states: ReadonlyMap<object, number> } | null;

export interface TextLine {
  readonly text: string | null;
}

export function look_of(file: string, lines: readonly TextLine[]): SourceLook {
  const language = language_of(file);
  if (language === null) {
    return null;
  }
  const states = states_of(
    lines.map((each) => each.text),
    language,
  );
  return { language, states: new Map(lines.map((line, at) => [line, states[at] ?? 0])) };
}

/// Searches look at this text too, so that a match is always in sight.
export function shown_text(line: TextLine): string {
  return visible_line(line.text ?? '', 1000);
}

interface Props {
  /// One of the lines that look_of() was given.
  line: TextLine;
  look: SourceLook;
  matches?: readonly Match[] | undefined;
  /// Where the reader is.
  match: Match | null;
}

export function SourceText({ line, look, matches = [], match }: Props) {
  const text = shown_text(line);
  const tokens =
    look === null
      ? [{ text, kind: null }]
      : tokens_of(text, look.language, look.states.get(line) ?? 0);
  return (
    <>
      {pieces_of(tokens, matches).map(({ token, start, end, range }) => {
        const piece = text.slice(start, end);
        if (range >= 0) {
          const is_current = matches[range] === match;
          return <mark class={is_current ? 'found is-current' : 'found'}>{piece}</mark>;
        }
        return token.kind === null ? piece : <span class={`syntax-${token.kind}`}>{piece}</span>;
      })}
    </>
  );
}
