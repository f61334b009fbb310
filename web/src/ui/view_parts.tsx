// SPDX-License-Identifier: MIT
//
// What views are made of: a head, whose heading takes the focus when the view is gone to; cards;
// and facts.
import type { ComponentChildren } from 'preact';
import { link_with } from '../state/navigation';
import { kOff } from '../state/place';

interface HeadProps {
  title: string;
  /// The title is a name out of the profile.
  is_name?: boolean;
  children?: ComponentChildren;
}

export function ViewHead({ title, is_name = false, children }: HeadProps) {
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

interface CardProps {
  /// Of its heading.
  id: string;
  title: ComponentChildren;
  is_wide?: boolean;
  children: ComponentChildren;
}

/// A part of an overview.
export function Card({ id, title, is_wide = false, children }: CardProps) {
  return (
    <section class={is_wide ? 'card wide' : 'card'} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

interface PairsProps {
  class: 'facts' | 'keys' | 'terms';
  rows: readonly (readonly [term: ComponentChildren, words: ComponentChildren])[];
}

/// Facts, or words and what they mean.
export function Pairs({ class: kind, rows }: PairsProps) {
  return (
    <dl class={kind}>
      {rows.map(([term, words], at) => (
        <div key={at}>
          <dt>{term}</dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
  );
}

/// Of views that do not compare.
export function OnlyNewSide({ what }: { what: string }) {
  return (
    <p class="note">
      This {what} shows only the new side.{' '}
      <a href={link_with({ base: kOff })}>Leave the comparison</a>
    </p>
  );
}
