// SPDX-License-Identifier: MIT
//
// Names of functions that are as long as their cells allow: of the forms of a name, the longest
// that is not cut. One observer watches all cells, so that a change of many of them measures once.
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/// By the cell: the forms of its name, the whole name first.
const forms_of = new WeakMap<Element, readonly string[]>();
let pen: CanvasRenderingContext2D | null = null;

function width_of(text: string, font: string): number {
  pen ??= document.createElement('canvas').getContext('2d');
  if (pen === null) {
    return 0;
  }
  pen.font = font;
  return pen.measureText(text).width;
}

/// What is cut where there is no room: a link or the text itself.
function box_in(cell: Element): Element | null {
  return cell.querySelector(':scope > :is(a, bdi):not(.where, .tag)');
}

function show(box: Element, text: string, whole: string) {
  // Preact keeps the node of the text: only what it says is changed.
  const node = (box.localName === 'bdi' ? box : box.firstElementChild)?.firstChild;
  if (node instanceof Text && node.data !== text) {
    node.data = text;
  }
  if (box.localName === 'a') {
    // Who hears the page, and does not see what is next to the name, gets it whole.
    if (text === whole) {
      box.removeAttribute('aria-label');
    } else {
      box.setAttribute('aria-label', whole);
    }
  }
}

/// All whole, then all measured, then all shortened: the page is laid out twice, not for each name.
function fit(cells: readonly Element[]) {
  const shown = cells.flatMap((cell) => {
    const forms = forms_of.get(cell);
    const box = box_in(cell);
    return forms === undefined || box === null ? [] : [{ box, forms }];
  });
  for (const { box, forms } of shown) {
    show(box, forms[0] ?? '', forms[0] ?? '');
  }
  const cut = shown
    .filter(({ box }) => box.scrollWidth > box.clientWidth)
    .map((each) => ({
      ...each,
      room: each.box.clientWidth,
      font: getComputedStyle(each.box).font,
    }));
  for (const { box, forms, room, font } of cut) {
    const fitting = forms.slice(1).find((form) => width_of(form, font) <= room);
    show(box, fitting ?? forms.at(-1) ?? '', forms[0] ?? '');
  }
}

const observer =
  typeof ResizeObserver === 'undefined'
    ? null
    : new ResizeObserver((entries) => fit(entries.map(({ target }) => target)));

/// For the element of a name's cell. Without shorter `forms` nothing is watched.
export function useFittingName(name: string, forms: readonly string[]): RefObject<HTMLSpanElement | null> {
  const cell = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const watched = cell.current;
    if (watched === null || forms.length === 0) {
      return undefined;
    }
    forms_of.set(watched, [name, ...forms]);
    observer?.observe(watched);
    return () => {
      observer?.unobserve(watched);
      forms_of.delete(watched);
    };
  }, [name, forms.join('\n')]);
  return cell;
}
