// SPDX-License-Identifier: MIT
//
// The text in the search box: plain words are searched for in names. A text that begins with a
// condition is a query in the language of `--where`.

const kTexts = 'name|fn|function|file|object|ob|group|caller|callee';
const kQuantities = 'self|incl|inclusive|calls';
const kStart = String.raw`^[\s(!]*(?:not\b[\s(!]*)*`;
const kQuantity = String.raw`(?:"[^"]*"|(?!operator\b)[^\s"<>=!~&|/]+)`;
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

/// `/…/`, or `/…/i`; a stroke within it is `\\/`, so that `/usr/lib/` is text.
const kExpression = /^\/((?:[^\\/]|\\.)+)\/(i?)$/;

export function is_expression(words: string): boolean {
  return kExpression.test(unquoted(words));
}

/// The query for rows whose names hold the words.
export function name_query(words: string): string {
  const text = unquoted(words);
  return kExpression.test(text)
    ? `name ~ ${text}`
    : `name ~ /${escaped(text)}/${ignores_case(text) ? 'i' : ''}`;
}

/// Text, any case unless it has capitals; an expression between strokes. null: it is no expression.
export function pattern_of(words: string): RegExp | null {
  const text = unquoted(words);
  const [, expression, flag] = kExpression.exec(text) ?? [];
  try {
    return expression === undefined
      ? new RegExp(escaped(text), ignores_case(text) ? 'giu' : 'gu')
      : new RegExp(expression, `g${flag ?? ''}`);
  } catch {
    return null;
  }
}

/// As much of a name as an expression is tried on.
const kMostTried = 1000;

/// Whether a name holds the words.
export function finder(words: string): ((name: string) => boolean) | null {
  const pattern = pattern_of(words);
  if (pattern === null) {
    return null;
  }
  return is_expression(words)
    ? (name) => name.slice(0, kMostTried).search(pattern) >= 0
    : (name) => name.search(pattern) >= 0;
}
