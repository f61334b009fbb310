// SPDX-License-Identifier: MIT
//
// The head of a plain table: texts, and columns of numbers, some of a fixed width.
export interface NumberHead {
  readonly number: string | undefined;
  readonly track?: 'cost-track' | 'share-track';
}

/// Of tables that compare.
export const kSides: readonly NumberHead[] = ['old', 'new', 'Δ', 'Δ %'].map((number) => ({
  number,
}));

export function TableHead({ heads }: { heads: readonly (string | NumberHead)[] }) {
  return (
    <thead>
      <tr>
        {heads.map((head, at) =>
          typeof head === 'string' ? (
            <th scope="col" key={at}>
              {head}
            </th>
          ) : (
            <th
              scope="col"
              class={head.track === undefined ? 'is-number' : `is-number ${head.track}`}
              key={at}
            >
              {head.number}
            </th>
          ),
        )}
      </tr>
    </thead>
  );
}
