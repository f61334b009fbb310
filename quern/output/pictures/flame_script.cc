// SPDX-License-Identifier: MIT
#include "quern/output/pictures/flame_script.h"

namespace quern {

// What it relies on: frames are g.f in depth-first order with data-d (level) and data-c (cost), a
// title whose first line is the name, a rect and a text. Controls stand in a page (#find …) or, in
// a picture of its own, are made here, so that without the script nothing is shown that does
// nothing.
std::string_view flame_script() {
  return R"js(
(function () {
'use strict';
var XHTML = 'http://www.w3.org/1999/xhtml', SVG = 'http://www.w3.org/2000/svg';
var svg = document.querySelector('svg.flame');
var width = Number(svg.dataset.width), total = Number(svg.dataset.total);
var rootsBelow = svg.dataset.roots === 'bottom';
var letter = 7.25;
var frames = Array.from(svg.querySelectorAll('g.f')).map(function (group, at) {
  var rect = group.querySelector('rect');
  var lines = group.querySelector('title').textContent.split('\n');
  return { at: at, group: group, rects: group.querySelectorAll('rect'),
    text: group.querySelector('text'), name: lines[0], about: lines,
    depth: Number(group.dataset.d), cost: Number(group.dataset.c),
    x: Number(rect.getAttribute('x')), width: Number(rect.getAttribute('width')),
    isSmall: group.classList.contains('small'), parent: null, shownX: 0, shownWidth: 0 };
});
var byGroup = new Map(frames.map(function (frame) { return [frame.group, frame]; }));
var open = [];
frames.forEach(function (frame) {
  open.length = frame.depth;
  frame.parent = frame.depth ? open[frame.depth - 1] : null;
  open[frame.depth] = frame;
});
var zoomed = frames[0], current = frames[0];

function make(name, attributes, parent, namespace) {
  var element = document.createElementNS(namespace, name);
  Object.keys(attributes).forEach(function (key) { element.setAttribute(key, attributes[key]); });
  parent.appendChild(element);
  return element;
}

function makeControls() {
  var x = Math.max(0, width - 430);
  var box = make('foreignObject', { x: x, y: 4, width: width - x, height: 30 }, svg, SVG);
  var row = make('div', { 'class': 'controls' }, box, XHTML);
  make('span', { id: 'matched', role: 'status' }, row, XHTML);
  make('input', { id: 'find', type: 'search', placeholder: 'find: text or /regexp/',
    'aria-label': 'find frames by name: text or /regexp/', spellcheck: 'false' }, row, XHTML);
  make('button', { id: 'reset', type: 'button' }, row, XHTML).textContent = 'reset';
}

if (!document.getElementById('find')) {
  makeControls();
  if (rootsBelow) {
    window.scrollTo(0, svg.getBoundingClientRect().height);
  }
}
var find = document.getElementById('find'), matched = document.getElementById('matched');
var details = document.getElementById('details');

function label(frame) {
  var room = Math.floor((frame.shownWidth - 6) / letter);
  var letters = Array.from(frame.name);
  frame.text.textContent = room < 2 ? '' : letters.length <= room ? frame.name
    : letters.slice(0, room - 1).join('') + '\u2026';
  frame.text.setAttribute('x', (frame.shownX + 3).toFixed(3));
}

function place(frame, x, w) {
  frame.shownX = x;
  frame.shownWidth = w;
  if (w < 0.05) {
    frame.group.setAttribute('display', 'none');
    return;
  }
  frame.group.removeAttribute('display');
  frame.rects.forEach(function (rect) {
    rect.setAttribute('x', x.toFixed(3));
    rect.setAttribute('width', w.toFixed(3));
  });
  label(frame);
}

function zoom(target) {
  var scale = width / target.width, above = new Set();
  for (var up = target.parent; up; up = up.parent) {
    above.add(up);
  }
  zoomed = target;
  frames.forEach(function (frame) {
    frame.group.classList.toggle('above', above.has(frame));
    if (above.has(frame)) {
      place(frame, 0, width);
      return;
    }
    var from = Math.max(0, (frame.x - target.x) * scale);
    var to = Math.min(width, (frame.x + frame.width - target.x) * scale);
    var isInside = frame === target || frame.depth > target.depth && isBelow(frame, target);
    place(frame, from, isInside ? to - from : 0);
  });
}

function isBelow(frame, target) {
  while (frame && frame.depth > target.depth) {
    frame = frame.parent;
  }
  return frame === target;
}

function tell(frame) {
  if (details) {
    details.textContent = frame.about.join('\n');
  }
}

function go(frame) {
  if (!frame) {
    return;
  }
  current.group.setAttribute('tabindex', '-1');
  current = frame;
  current.group.setAttribute('tabindex', '0');
  current.group.focus();
  tell(frame);
}

/* What fits: none for no search, or an error in words. */
function pattern(words) {
  if (words.length > 1 && words[0] === '/' && words[words.length - 1] === '/') {
    var expression = new RegExp(words.slice(1, -1));
    return function (name) { return expression.test(name); };
  }
  var isExact = words !== words.toLowerCase();
  return function (name) { return (isExact ? name : name.toLowerCase()).indexOf(words) >= 0; };
}

/* A matched frame below a matched one is marked, but its cost is in the other's already. */
function search() {
  var words = find.value, fits, count = 0, cost = 0, within = -1;
  try {
    fits = words ? pattern(words) : null;
  } catch (error) {
    matched.textContent = 'no regular expression';
    return;
  }
  svg.classList.toggle('searching', !!fits);
  frames.forEach(function (frame) {
    var isMatch = !!fits && frame.depth !== 0 && !frame.isSmall && fits(frame.name);
    frame.group.classList.toggle('match', isMatch);
    if (frame.depth <= within) {
      within = -1;
    }
    if (isMatch) {
      count += 1;
      if (within < 0) {
        within = frame.depth;
        cost += frame.cost;
      }
    }
  });
  matched.textContent = !fits ? '' : (total ? (100 * cost / total).toFixed(2) : '0') +
    ' % in ' + count + (count === 1 ? ' frame' : ' frames');
}

function isShown(frame) {
  return !frame.group.hasAttribute('display');
}

function outwards() {
  return current.parent;
}

function inwards() {
  return frames.slice(current.at + 1).find(function (frame) {
    return isShown(frame) && frame.parent === current;
  });
}

function sideways(step) {
  for (var at = current.at + step; at >= 0 && at < frames.length; at += step) {
    if (frames[at].depth === current.depth && isShown(frames[at])) {
      return frames[at];
    }
  }
  return null;
}

var keys = {
  ArrowUp: function () { go(rootsBelow ? inwards() : outwards()); },
  ArrowDown: function () { go(rootsBelow ? outwards() : inwards()); },
  ArrowLeft: function () { go(sideways(-1)); },
  ArrowRight: function () { go(sideways(1)); },
  Home: function () { go(zoomed); },
  Enter: function () { zoom(current); },
  ' ': function () { zoom(current); }
};

function reset() {
  find.value = '';
  search();
  zoom(frames[0]);
}

svg.addEventListener('click', function (event) {
  var group = event.target.closest ? event.target.closest('g.f') : null;
  if (group) {
    go(byGroup.get(group));
    zoom(current);
  }
});
svg.addEventListener('focusin', function (event) {
  var frame = byGroup.get(event.target);
  if (frame && frame !== current) {
    go(frame);
  }
});
svg.addEventListener('mouseover', function (event) {
  var group = event.target.closest ? event.target.closest('g.f') : null;
  if (group) {
    tell(byGroup.get(group));
  }
});
svg.addEventListener('keydown', function (event) {
  if (event.target !== find && byGroup.has(event.target) && keys[event.key] && !event.ctrlKey &&
      !event.altKey && !event.metaKey) {
    keys[event.key]();
    event.preventDefault();
  }
});
document.addEventListener('keydown', function (event) {
  var wantsFind = event.key === '/' && event.target !== find ||
    (event.ctrlKey || event.metaKey) && event.key === 'f' && document.activeElement !== find;
  if (wantsFind) {
    find.focus();
    find.select();
    event.preventDefault();
  } else if (event.key === 'Escape') {
    if (find.value) {
      find.value = '';
      search();
    } else {
      zoom(frames[0]);
    }
    go(current);
  }
});
function follow() {
  var group = location.hash.length > 1 ? document.getElementById(location.hash.slice(1)) : null;
  if (group && byGroup.has(group)) {
    zoom(byGroup.get(group));
    go(byGroup.get(group));
  }
}
find.addEventListener('input', search);
document.getElementById('reset').addEventListener('click', reset);
window.addEventListener('hashchange', follow);
frames[0].group.setAttribute('tabindex', '0');
zoom(frames[0]);
follow();
})();
)js";
}

std::string_view flame_script_hash() {
  return "sha256-Woax062IYDhwfty57hjfi5DYoRKa7pyfsOrzdzvQjRE=";
}

}  // namespace quern
