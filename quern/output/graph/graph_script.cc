// SPDX-License-Identifier: MIT
#include "quern/output/graph/graph_script.h"

namespace quern {

// What it relies on: boxes are g.n with a title whose first line is the name, arrows are g.a with
// data-f and data-t, the numbers of their boxes.
std::string_view graph_script() {
  return R"js(
(function () {
'use strict';
var svg = document.querySelector('svg.graph'), frame = document.getElementById('picture');
var find = document.getElementById('find'), matched = document.getElementById('matched');
var details = document.getElementById('details');
var width = svg.viewBox.baseVal.width, height = svg.viewBox.baseVal.height, scale = 1;
var boxes = Array.from(svg.querySelectorAll('g.n')).map(function (group) {
  var words = group.querySelector('title').textContent;
  return { group: group, words: words, name: words.split('\n')[0], to: [], from: [] };
});
var arrows = Array.from(svg.querySelectorAll('g.a')).map(function (group) {
  var from = Number(group.dataset.f), to = Number(group.dataset.t);
  boxes[from].to.push(to);
  boxes[to].from.push(from);
  return { group: group, from: from, to: to };
});
function zoom(to) {
  scale = Math.min(4, Math.max(0.05, to));
  svg.setAttribute('width', width * scale);
  svg.setAttribute('height', height * scale);
}
function fit() { zoom(Math.min(1, frame.clientWidth / width)); }
function clear() {
  boxes.concat(arrows).forEach(function (each) { each.group.classList.remove('far', 'match'); });
}
function show(at) {
  clear();
  details.textContent = at < 0 ? '' : boxes[at].words;
  if (at < 0) { return; }
  boxes.forEach(function (box, other) {
    if (other !== at && box.to.indexOf(at) < 0 && box.from.indexOf(at) < 0) {
      box.group.classList.add('far');
    }
  });
  arrows.forEach(function (arrow) {
    if (arrow.from !== at && arrow.to !== at) { arrow.group.classList.add('far'); }
  });
}
function search() {
  clear();
  var text = find.value.trim().toLowerCase(), count = 0;
  boxes.forEach(function (box) {
    var fits = text !== '' && box.words.toLowerCase().indexOf(text) >= 0;
    box.group.classList.toggle('match', fits);
    count += fits ? 1 : 0;
  });
  matched.textContent = text === '' ? '' : count + (count === 1 ? ' function' : ' functions');
}
function go(at) {
  boxes[at].group.focus();
  boxes[at].group.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
function next(at, key) {
  if (key === 'ArrowDown') { return boxes[at].to.filter(function (to) { return to !== at; })[0]; }
  if (key === 'ArrowUp') { return boxes[at].from.filter(function (to) { return to !== at; })[0]; }
  if (key === 'ArrowRight') { return (at + 1) % boxes.length; }
  return key === 'ArrowLeft' ? (at + boxes.length - 1) % boxes.length : undefined;
}
boxes.forEach(function (box, at) {
  box.group.addEventListener('focus', function () { show(at); });
  box.group.addEventListener('keydown', function (event) {
    var to = next(at, event.key);
    if (to !== undefined) {
      go(to);
      event.preventDefault();
    }
  });
});
document.addEventListener('keydown', function (event) {
  if (event.target === find) {
    if (event.key === 'Escape') { find.value = ''; search(); find.blur(); }
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) { return; }
  if (event.key === '/') { find.focus(); find.select(); event.preventDefault(); }
  if (event.key === 'Escape') { document.activeElement.blur(); show(-1); }
  if (event.key === '+') { zoom(scale * 1.25); }
  if (event.key === '-') { zoom(scale / 1.25); }
  if (event.key === '0') { fit(); }
});
frame.addEventListener('wheel', function (event) {
  if (event.ctrlKey || event.metaKey) {
    zoom(scale * (event.deltaY < 0 ? 1.1 : 1 / 1.1));
    event.preventDefault();
  }
}, { passive: false });
function follow() {
  var at = Number((location.hash.match(/^#n(\d+)$/) || [])[1]);
  if (boxes[at]) { go(at); }
}
find.addEventListener('input', search);
document.getElementById('larger').addEventListener('click', function () { zoom(scale * 1.25); });
document.getElementById('smaller').addEventListener('click', function () { zoom(scale / 1.25); });
document.getElementById('fit').addEventListener('click', fit);
window.addEventListener('hashchange', follow);
var start = document.querySelector('g.focus') || document.querySelector('g.hot');
if (width > frame.clientWidth) { zoom(Math.max(0.6, frame.clientWidth / width)); }
if (start) { start.scrollIntoView({ block: 'nearest', inline: 'center' }); }
follow();
})();
)js";
}

std::string_view graph_script_hash() {
  return "sha256-JHTSDQD7yobh84yPk15dP3I87NPYWSHnixYhxTqslxU=";
}

}  // namespace quern
