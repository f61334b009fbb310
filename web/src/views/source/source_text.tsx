// SPDX-License-Identifier: MIT
//
// The text of source lines, in colors if the name of its file shows the language.
import { visible } from '../../base/names';
import { language_of, states_of, tokens_of, type Language } from '../../base/syntax';

/// How lines are colored; null: their language is unknown.
export type SourceLook = { language: Language; states: ReadonlyMap<object, number> } | null;

export function look_of(
  file: string,
  lines: readonly { readonly text: string | null }[],
): SourceLook {
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

/// `of`: the line that look_of() was given.
export function SourceText(props: { text: string | null; of: object; look: SourceLook }) {
  const { of, look } = props;
  const text = visible(props.text ?? '', 1000);
  if (look === null) {
    return <>{text}</>;
  }
  return (
    <>
      {tokens_of(text, look.language, look.states.get(of) ?? 0).map((token) =>
        token.kind === null ? token.text : <span class={`syntax-${token.kind}`}>{token.text}</span>,
      )}
    </>
  );
}
