// SPDX-License-Identifier: MIT
//
// C++ names without their template arguments, by the rules of `--short-names`. Operators such as
// `operator<` stay, as do names in angle brackets of their own and all from a bracket that
// nothing closes.

const kSymbols = ['<=>', '<<=', '>>=', '->*', '<<', '>>', '<=', '>=', '->', '()', '<', '>'];

function is_word(sign: string | undefined): boolean {
  return sign !== undefined && (/[A-Za-z0-9_$]/.test(sign) || sign > '\u007f');
}

/// The length of an `operator…` that stands at `at`, its symbol included; else 0.
function operator_length(name: string, at: number): number {
  if (!name.startsWith('operator', at) || (at > 0 && is_word(name[at - 1]))) {
    return 0;
  }
  const rest = name.slice(at + 8, at + 14);
  const symbol = kSymbols.find((each) => rest.startsWith(each));
  if (symbol === undefined) {
    return 0;
  }
  // `operator<<int>` is operator< of int, `operator<<<int>` is operator<< of it.
  const length = symbol === '<<' && is_word(rest[2]) ? 1 : symbol.length;
  return 8 + length + (rest[length] === ' ' && rest[length + 1] === '<' ? 1 : 0);
}

/// Behind the bracket that closes the one at `open`; `open` itself where none does.
function behind_arguments(name: string, open: number): number {
  let angles = 0;
  let round = 0;
  for (let at = open; at < name.length; at += 1) {
    const length = operator_length(name, at);
    if (length !== 0) {
      at += length - 1;
      continue;
    }
    const sign = name[at] ?? '';
    if ('([{'.includes(sign)) {
      round += 1;
    } else if (')]}'.includes(sign)) {
      if (round === 0) {
        return open;
      }
      round -= 1;
    } else if (round === 0 && sign === '<') {
      angles += 1;
    } else if (round === 0 && sign === '>' && name[at - 1] !== '-') {
      angles -= 1;
      if (angles === 0) {
        return at + 1;
      }
    }
  }
  return open;
}

export function short_name(name: string): string {
  let out = '';
  let takes_arguments = false;
  for (let at = 0; at < name.length;) {
    const length = operator_length(name, at);
    if (length !== 0) {
      out += name.slice(at, at + length);
      at += length;
      takes_arguments = true;
    } else if (name[at] === '<' && takes_arguments) {
      const behind = behind_arguments(name, at);
      if (behind === at) {
        return out + name.slice(at);
      }
      out += '<…>';
      at = behind;
      takes_arguments = false;
    } else {
      takes_arguments = is_word(name[at]);
      out += name[at];
      at += 1;
    }
  }
  return out;
}
