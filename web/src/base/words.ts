// SPDX-License-Identifier: MIT
//
// What is typed into the search box: plain words are searched for in names, all else is a query in
// the language of `--where`.

const kTexts = 'name|fn|function|file|object|ob|group|caller|callee';
const kQuantities = 'self|incl|inclusive|calls';
const kStart = String.raw`^[\s(!]*(?:not\b[\s(!]*)*`;
const kQuantity = String.raw`(?:"[^"]*"|[^\s"<>=!~&|/]+)`;
const kCompared = String.raw`\s*(?:[<>]=?|[!=]?=)`;
const kNumber = String.raw`\s*[-+]?\d[\d.]*(?:e[-+]?\d+)?[kMG]?%?\s*(?:$|[)&|]|and\b|or\b)`;

const kConditions = [
  String.raw`(?:${kTexts})\s*(?:!?~|[!=]?=)`,
  String.raw`(?:${kQuantities})\s*(?:\([^)]*\)?\s*)?(?:/\s*${kQuantity}\s*)?${kCompared}`,
  `${kQuantity}(?:\\s*/\\s*${kQuantity})?${kCompared}${kNumber}`,
].map((condition) => new RegExp(kStart + condition));

/// Whether a text begins with a condition. Names have such signs too (`vector<int>`, `~Node`), so
/// behind the name of an event only a number makes it one.
export function is_query(text: string): boolean {
  return kConditions.some((condition) => condition.test(text));
}

/// Quotes keep a text from being read as a query.
function unquoted(text: string): string {
  const words = text.trim();
  return /^"(.+)"$/.exec(words)?.[1] ?? words;
}

function ignores_case(text: string): boolean {
  return text === text.toLowerCase();
}

/// An expression that matches only this text.
export function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

/// The query for rows whose names hold the words.
export function name_query(words: string): string {
  const text = unquoted(words);
  return /^\/.+\/i?$/.test(text)
    ? `name ~ ${text}`
    : `name ~ /${escaped(text)}/${ignores_case(text) ? 'i' : ''}`;
}

/// Text, any case unless it has capitals; an expression between strokes. null: it is no expression.
export function pattern_of(words: string): RegExp | null {
  const text = unquoted(words);
  const [, expression, flag] = /^\/(.+)\/(i?)$/.exec(text) ?? [];
  try {
    return expression === undefined
      ? new RegExp(escaped(text), ignores_case(text) ? 'giu' : 'gu')
      : new RegExp(expression, `g${flag ?? ''}`);
  } catch {
    return null;
  }
}

/// Whether a name holds the words.
export function finder(words: string): ((name: string) => boolean) | null {
  const pattern = pattern_of(words);
  return pattern === null ? null : (name) => name.slice(0, 1000).search(pattern) >= 0;
}
