// SPDX-License-Identifier: MIT
//
// Names come from the profile and may hold anything. What would not show, or would turn the text
// around it, is written out; what is too long is cut in the middle. Copies keep the name itself.

/// Controls, bidirectional controls, invisible joiners, line and paragraph separators.
const kHidden =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

const kLongest = 400;

function written_out(sign: string): string {
  return `\\u{${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`;
}

function shortened(text: string, longest: number): string {
  if (text.length <= longest) {
    return text;
  }
  const head = Math.ceil(longest * 0.7);
  const tail = longest - head;
  return `${text.slice(0, head)}…${text.slice(text.length - tail)}`;
}

export function visible(name: string, longest = kLongest): string {
  return shortened(name, longest).replace(kHidden, written_out);
}

/// The same for a line of a file, in which tabs are white space.
export function visible_line(line: string, longest: number): string {
  return shortened(line, longest).replace(kHidden, (sign) =>
    sign === '\t' ? sign : written_out(sign),
  );
}

/// What a group by class is.
export type GroupKind = 'class' | 'namespace' | 'file' | 'object' | 'unknown';

/// The words of `quern top --group-by class`.
export function kind_words(kind: GroupKind): string {
  return kind === 'unknown' ? '(no class, file or object known)' : `(${kind})`;
}

/// The last piece of a path, which is what tells files apart in a narrow column.
export function base_name(path: string): string {
  const at = path.lastIndexOf('/');
  return at < 0 || at === path.length - 1 ? path : path.slice(at + 1);
}

/// One argument of a shell line; bare where nothing in it needs a quote.
export function shell_word(text: string): string {
  if (/^[A-Za-z0-9_@%+=:,./-]+$/.test(text)) {
    return text;
  }
  if (/[\u0000-\u001f\u007f]/.test(text)) {
    const escaped = [...text]
      .map((sign) => {
        const code = sign.codePointAt(0) ?? 0;
        if (code < 0x20 || code === 0x7f) {
          return `\\x${code.toString(16).padStart(2, '0')}`;
        }
        return sign === '\\' || sign === "'" ? `\\${sign}` : sign;
      })
      .join('');
    return `$'${escaped}'`;
  }
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/// The engine tells places in bytes, from 1; a mark below the text needs characters.
export function column_of(text: string, byte: number): number {
  const encoder = new TextEncoder();
  let bytes = 1;
  let column = 0;
  for (const sign of text) {
    if (bytes >= byte) {
      break;
    }
    bytes += encoder.encode(sign).length;
    column += 1;
  }
  return column;
}
