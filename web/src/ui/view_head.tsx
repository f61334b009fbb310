// SPDX-License-Identifier: MIT
//
// What stands over a view: its heading, which takes the focus when the view is gone to, and how it is
// shown.
import type { ComponentChildren } from 'preact';

interface Props {
  title: string;
  /// The title is a name out of the profile.
  is_name?: boolean;
  children?: ComponentChildren;
}

export function ViewHead({ title, is_name = false, children }: Props) {
  return (
    <div class="view-head">
      {is_name ? (
        <h1 tabIndex={-1} class="subject">
          <bdi>{title}</bdi>
        </h1>
      ) : (
        <h1 tabIndex={-1}>{title}</h1>
      )}
      {children}
    </div>
  );
}
