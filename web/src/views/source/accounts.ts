// SPDX-License-Identifier: MIT
//
// Where costs are that do not stand beside a line, of one version of a file or of both.

export const kAccounts: Readonly<Record<string, string>> = {
  annotated: 'beside its line',
  paired: 'on lines of both versions',
  by_number: 'on lines paired by number',
  removed: 'on lines that are gone',
  added: 'on new lines',
  unknown_line: 'in this file, line unknown',
  beyond_end: 'beyond the end of the source',
  without_source: 'in files without source',
  other_lines: 'on other lines',
  unchanged: 'in files without a change',
  below_share: 'below the threshold',
  beyond_limit: 'in files not shown',
  not_asked: 'elsewhere in the program',
  unknown_file: 'in no known file',
  not_in_profile: 'not in this profile',
  medians: 'lost in medians',
};
