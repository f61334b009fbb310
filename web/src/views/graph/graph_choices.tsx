// SPDX-License-Identifier: MIT
//
// What a call graph shows: around which function, how far, down to which cost, in which frames; and
// where calls lead.
import type { DrawnGraph } from '../../api/types';
import { is_one_file } from '../../api/client';
import { key, link_with, refine } from '../../state/navigation';
import { Choice, KeyCheck } from '../../ui/choices';

/// In hundredths of a percent, as the engine has it.
const kShares: readonly (readonly [string, string])[] = [
  ['500', '5 %'],
  ['200', '2 %'],
  ['', '1 %'],
  ['50', '0.5 %'],
  ['10', '0.1 %'],
  ['0', 'all'],
];

const kLevels: readonly (readonly [string, string])[] = [0, 1, 2, 3, 4, 6, 10].map(
  (each) => [String(each), String(each)] as const,
);

const kFrames: readonly (readonly [string, string])[] = [
  ['', 'none'],
  ['object', 'object'],
  ['file', 'file'],
  ['dir', 'folder'],
  ['class', 'class'],
  ['namespace', 'namespace'],
];

const kSizes: readonly (readonly [string, string])[] = ['20', '', '120', '300'].map(
  (each) => [each, each === '' ? '60' : each] as const,
);

const kDirections: readonly (readonly [string, string])[] = [
  ['', 'down'],
  ['right', 'right'],
  ['circle', 'in circles'],
];

const kBoxSizes: readonly (readonly [string, string])[] = [
  ['compact', 'compact'],
  ['', 'normal'],
  ['tall', 'tall'],
];

interface Props {
  graph: DrawnGraph | null;
  has_tables: boolean;
}

export function GraphChoices({ graph, has_tables }: Props) {
  const table = has_tables && (
    <a class="button" href={link_with({ as: key('as') === 'table' ? null : 'table' })}>
      {key('as') === 'table' ? 'Show graph' : 'Show tables'}
    </a>
  );
  if (is_one_file()) {
    return <>{table}</>; // it has one graph
  }
  const choose = (name: string) => (value: string) => refine({ [name]: value || null });
  const has_cycle = graph?.nodes.some(({ functions }) => functions > 1) ?? false;
  const around = key('fn');
  const selected = key('sel');
  return (
    <>
      {around === null && selected !== null && (
        <a class="button" href={link_with({ fn: selected })}>
          Around the selected function
        </a>
      )}
      {around !== null && (
        <>
          <a class="button" href={link_with({ fn: null, up: null, down: null })}>
            Whole program
          </a>
          <Choice label="Up" value={key('up') ?? '2'} options={kLevels} choose={choose('up')} />
          <Choice label="Down" value={key('down') ?? '3'} options={kLevels} choose={choose('down')} />
        </>
      )}
      <Choice label="From" value={key('least') ?? ''} options={kShares} choose={choose('least')} />
      <Choice label="Boxes" value={key('nodes') ?? ''} options={kSizes} choose={choose('nodes')} />
      {key('direction') !== 'circle' && (
        <Choice label="Frames" value={key('cluster') ?? ''} options={kFrames} choose={choose('cluster')} />
      )}
      <Choice
        label="Calls lead"
        value={key('direction') ?? ''}
        options={kDirections}
        choose={(value) =>
          // There are no frames in circles.
          refine({ direction: value || null, ...(value === 'circle' ? { cluster: null } : {}) })
        }
      />
      <Choice label="Box size" value={key('boxes') ?? ''} options={kBoxSizes} choose={choose('boxes')} />
      {(has_cycle || key('cycles') === '1') && <KeyCheck name="cycles">open cycles</KeyCheck>}
      {table}
    </>
  );
}
