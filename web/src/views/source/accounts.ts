// SPDX-License-Identifier: MIT
//
// Where costs are that are not on a shown line, of one version of a file or of both.

export const kAccounts: Readonly<Record<string, string>> = {
  annotated: 'on the lines shown',
  paired: 'on lines that both versions have',
  by_number: 'on lines paired by number',
  removed: 'on removed lines',
  added: 'on new lines',
  unknown_line: 'in this file, line unknown',
  beyond_end: 'after the end of the source file',
  without_source: 'in files whose source was not found',
  other_lines: 'on other lines',
  unchanged: 'in files without a change',
  inlined_elsewhere: 'in files that were inlined into others',
  below_share: 'in files below the threshold',
  beyond_limit: 'in files not shown',
  not_asked: 'in other files',
  unknown_file: 'in unknown files',
  not_in_profile: 'not in this profile',
  medians: 'difference between medians',
};
