// SPDX-License-Identifier: MIT
//
// Comments, strings, numbers and words of a line of source: enough to color it, a few
// tables instead of grammars. A line's meaning depends on the lines above it by one small state.

export type TokenKind = 'comment' | 'string' | 'number' | 'keyword' | 'directive';
export interface Token {
  text: string;
  kind: TokenKind | null;
}

export interface Language {
  /// What begins a comment up to the end of the line.
  line: readonly string[];
  block: readonly [string, string] | null;
  /// Quotes of strings within a line, and of those that go on; longer ones first.
  quotes: readonly string[];
  long_quotes: readonly string[];
  keywords: ReadonlySet<string>;
  /// Lines that begin so are no code of their own: preprocessors.
  directive: string | null;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const kC: Language = {
  line: ['//'],
  block: ['/*', '*/'],
  quotes: ['"', "'"],
  long_quotes: [],
  keywords: words(
    'alignas alignof asm auto bool break case catch char class concept const consteval constexpr ' +
      'constinit const_cast continue co_await co_return co_yield decltype default delete do double ' +
      'dynamic_cast else enum explicit export extern false float for friend goto if inline int long ' +
      'mutable namespace new noexcept nullptr operator private protected public register ' +
      'reinterpret_cast requires return short signed sizeof static static_assert static_cast struct ' +
      'switch template this thread_local throw true try typedef typeid typename union unsigned using ' +
      'virtual void volatile wchar_t while',
  ),
  directive: '#',
};
const kScript: Language = {
  ...kC,
  quotes: ['"', "'"],
  long_quotes: ['`'],
  keywords: words(
    'abstract any as async await boolean break case catch class const continue debugger default ' +
      'delete do else enum export extends false final finally fn for from func function go if impl ' +
      'implements import in instanceof interface let loop match mod mut new null number package ' +
      'private protected pub public return self static string struct super switch this throw trait ' +
      'true try type typeof undefined use var void while with yield int long float double byte char ' +
      'chan defer map range select nil',
  ),
  directive: null,
};
const kRust: Language = { ...kScript, quotes: ['"'], long_quotes: [] };
const kPhp: Language = {
  ...kC,
  line: ['//', '#'],
  keywords: words(
    'abstract and array as break callable case catch class clone const continue declare default do ' +
      'echo else elseif empty enum extends false final finally fn for foreach function global goto if ' +
      'implements include include_once instanceof insteadof interface isset list match namespace new ' +
      'null or print private protected public readonly require require_once return self static ' +
      'switch throw trait true try unset use var while xor yield',
  ),
  directive: null,
};
const kPython: Language = {
  line: ['#'],
  block: null,
  quotes: ['"', "'"],
  long_quotes: ['"""', "'''"],
  keywords: words(
    'False None True and as assert async await break class continue def del elif else except ' +
      'finally for from global if import in is lambda nonlocal not or pass raise return try while ' +
      'with yield',
  ),
  directive: '@',
};
const kHash: Language = {
  ...kPython,
  long_quotes: [],
  keywords: words(
    'BEGIN END alias begin case class def defined do done elif else elsif end ensure esac eval fi ' +
      'for foreach function if in last local module my next nil our package redo require rescue ' +
      'retry return self sub super then undef unless until use when while yield true false',
  ),
  directive: null,
};

const kByEnding: Readonly<Record<string, Language>> = Object.assign(
  Object.create(null) as Record<string, Language>,
  ...[
    ['c h cc cpp cxx c++ hh hpp hxx h++ inl tcc ipp m mm cu d', kC],
    ['js mjs cjs ts tsx jsx java go kt scala swift cs', kScript],
    ['rs', kRust],
    ['php inc phtml', kPhp],
    ['py pyx', kPython],
    ['pl pm rb sh bash tcl', kHash],
  ].map(([endings, language]) =>
    Object.fromEntries((endings as string).split(' ').map((each) => [each, language])),
  ),
);

/// Null: the name tells no language that is known here.
export function language_of(file: string): Language | null {
  const ending = /\.([A-Za-z+]+)$/.exec(file)?.[1];
  return ending === undefined ? null : (kByEnding[ending.toLowerCase()] ?? null);
}

/// 0: code; 1: within a block comment; from 2 on: within a long string.
export type State = number;

const kWord = /[A-Za-z_$][\w$]*/y;
const kNumber = /(?:0[xX][\da-fA-F_']+|0[bB][01_']+|\d[\d_']*(?:\.\d+)?(?:[eE][+-]?\d+)?)\w*/y;

/// Tells the tokens of a line in their order, and the state behind it.
function scan(
  line: string,
  language: Language,
  state: State,
  tell: (end: number, kind: TokenKind | null) => void,
): State {
  let at = 0;
  const begins = (text: string) => line.startsWith(text, at);
  const up_to = (end: string, from: number) => {
    const found = line.indexOf(end, from);
    return found < 0 ? -1 : found + end.length;
  };
  if (language.directive !== null && state === 0) {
    const first = line.search(/\S/);
    if (first >= 0 && line.startsWith(language.directive, first)) {
      tell(line.length, 'directive');
      return 0;
    }
  }
  while (at < line.length) {
    if (state !== 0) {
      const end = state === 1 ? language.block?.[1] : language.long_quotes[state - 2];
      const stop = end === undefined ? -1 : up_to(end, at);
      tell(stop < 0 ? line.length : stop, state === 1 ? 'comment' : 'string');
      if (stop < 0) {
        return state;
      }
      at = stop;
      state = 0;
      continue;
    }
    if (language.line.some(begins)) {
      tell(line.length, 'comment');
      return 0;
    }
    const opened = language.long_quotes.findIndex(begins);
    if (opened >= 0 || (language.block !== null && begins(language.block[0]))) {
      const [start, next] =
        opened >= 0 ? [language.long_quotes[opened] ?? '', opened + 2] : [language.block?.[0] ?? '', 1];
      at += start.length;
      tell(at, next === 1 ? 'comment' : 'string');
      state = next;
      continue;
    }
    const quote = language.quotes.find(begins);
    if (quote !== undefined) {
      at += 1;
      while (at < line.length && line[at] !== quote) {
        at += line[at] === '\\' ? 2 : 1;
      }
      at = Math.min(line.length, at + 1);
      tell(at, 'string');
      continue;
    }
    kWord.lastIndex = at;
    const word = kWord.exec(line)?.[0];
    if (word !== undefined) {
      at += word.length;
      tell(at, language.keywords.has(word) ? 'keyword' : null);
      continue;
    }
    kNumber.lastIndex = at;
    const number = kNumber.exec(line)?.[0];
    at += number?.length ?? 1;
    tell(at, number === undefined ? null : 'number');
  }
  return state;
}

export function tokens_of(line: string, language: Language, state: State): Token[] {
  const tokens: Token[] = [];
  let start = 0;
  scan(line, language, state, (end, kind) => {
    const last = tokens[tokens.length - 1];
    if (last !== undefined && last.kind === kind) {
      last.text += line.slice(start, end);
    } else {
      tokens.push({ text: line.slice(start, end), kind });
    }
    start = end;
  });
  return tokens;
}

/// The state before each line; lines that are not known leave it as it is.
export function states_of(lines: readonly (string | null)[], language: Language): Uint8Array {
  const states = new Uint8Array(lines.length);
  let state: State = 0;
  lines.forEach((line, at) => {
    states[at] = state;
    state = line === null ? state : scan(line, language, state, () => {});
  });
  return states;
}
