// SPDX-License-Identifier: MIT
//
// Whether a source file was found, and what that means for its lines.
import type { SourceText } from '../../api/source_types';
import { visible } from '../../base/names';

/// `side`: of which version, where two are shown.
export function SourceState({ source, side = '' }: { source: SourceText; side?: string }) {
  const which = side === '' ? 'The source' : `The ${side} source`;
  if (source.lines === null) {
    return (
      <div class="note is-warning">
        <p>{which} was not found; costs are shown by line number. Paths tried:</p>
        <ul class="tried" tabIndex={0} aria-label={`Paths tried ${side}`.trim()}>
          {source.tried.map((each) => (
            <li key={each.path}>
              <code>{visible(each.path, 300)}</code>{' '}
              <span class="dim">{visible(each.problem, 200)}</span>
            </li>
          ))}
        </ul>
      </div>
    );
  }
  if (source.newer) {
    return (
      <p class="note is-warning">
        <code>{visible(source.path ?? '', 300)}</code> is newer than the {side} profile:
        lines may have moved.
      </p>
    );
  }
  return null;
}
