// SPDX-License-Identifier: MIT
//
// What a profile says about its parts.
import type { PartInfo } from '../../api/types';

/// `Trigger: Program termination` as its type and its value.
export function described(description: string): [string, string] {
  const colon = description.indexOf(':');
  return colon < 0
    ? ['Description', description]
    : [description.slice(0, colon), description.slice(colon + 1).trim()];
}

function has_value(description: string): boolean {
  return described(description)[1] !== '';
}

/// Descriptions of every part, without those that have no value (`I1 cache: `).
export function common_descriptions(of: readonly PartInfo[]): Set<string> {
  const [first, ...others] = of;
  const named = (first?.descriptions ?? []).filter(has_value);
  return new Set(
    named.filter((each) => others.every((part) => part.descriptions.includes(each))),
  );
}

/// Those of this part and not of all.
export function own_descriptions(part: PartInfo, common: ReadonlySet<string>): string[] {
  return part.descriptions.filter((each) => has_value(each) && !common.has(each));
}
