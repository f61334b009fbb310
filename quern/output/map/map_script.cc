// SPDX-License-Identifier: MIT
#include "quern/output/map/map_script.h"

namespace quern {

// What it relies on: tiles are g.t with a title whose first line is the name, in depth-first order,
// with data-p, the number of the tile around them, and data-l, their label if it is not the name.
// g.over holds all that is drawn above tiles. Zoom draws frames, titles and labels again, with the
// sizes of map_labels.cc.
std::string_view map_script() {
  return R"js(
(function () {
'use strict';
var svg = document.querySelector('svg.map'), over = svg.querySelector('g.over');
var width = svg.viewBox.baseVal.width, height = svg.viewBox.baseVal.height;
var find = document.getElementById('find'), matched = document.getElementById('matched');
var details = document.getElementById('details'), up = document.getElementById('up');
var space = 'http://www.w3.org/2000/svg', root = -1, at = -1;
var tiles = Array.from(svg.querySelectorAll('g.t')).map(function (group, index) {
  var words = group.querySelector('title').textContent, box = group.querySelector('.b');
  function size(key) { return Number(box.getAttribute(key)); }
  return { group: group, words: words, end: index + 1, children: [],
    label: group.dataset.l || words.split('\n')[0], is_self: group.classList.contains('self'),
    parent: group.dataset.p === undefined ? -1 : Number(group.dataset.p),
    share: (words.split('\n')[1] || '').split(' · ').pop(),
    x: size('x'), y: size('y'), w: size('width'), h: size('height') };
});
var roots = [];
tiles.forEach(function (tile, index) {
  (tile.parent < 0 ? roots : tiles[tile.parent].children).push(index);
});
for (var index = tiles.length - 1; index >= 0; --index) {
  var parent = tiles[tiles[index].parent];
  if (parent) { parent.end = Math.max(parent.end, tiles[index].end); }
}
function part(kind, attributes, words) {
  var element = document.createElementNS(space, kind);
  Object.keys(attributes).forEach(function (key) { element.setAttribute(key, attributes[key]); });
  if (words !== undefined) { element.textContent = words; }
  return element;
}
function cut(words, pixels) {
  var letters = Math.floor((pixels - 8) / 7.25);
  return words.length <= letters ? words : words.slice(0, Math.max(0, letters - 1)) + '…';
}
function place(tile, sx, sy, x, y) {
  return { x: (tile.x - x) * sx, y: (tile.y - y) * sy, width: tile.w * sx, height: tile.h * sy };
}
function label(tile, box, y, words) {
  tile.group.querySelectorAll('text').forEach(function (text) { text.remove(); });
  if (tile.children.length > 0 || box.width < 34 || box.y + box.height - y < 16) { return; }
  tile.group.append(part('text', { 'aria-hidden': true, x: box.x + 4, y: y + 14 },
    cut(words, box.width)));
  if (box.y + box.height - y >= 30) {
    tile.group.append(part('text', { 'aria-hidden': true, 'class': 'share', x: box.x + 4,
      y: y + 28 }, cut(tile.share, box.width)));
  }
}
function title(tile, box, y, titles) {
  if (box.width < 60 || y + 30 > box.y + box.height) { return y; }
  titles.push(part('rect', { 'class': 'strip', x: box.x, y: y, width: box.width, height: 16 }));
  titles.push(part('text', { 'class': 'title', x: box.x + 4, y: y + 12 },
    cut(tile.label, box.width)));
  return y + 16;
}
function draw() {
  var from = root < 0 ? { x: 0, y: 0, w: width, h: height } : tiles[root];
  var sx = width / from.w, sy = height / from.h;
  var covered = [], titled = [], titles = [], frames = [];
  tiles.forEach(function (tile, index) {
    var seen = root < 0 || (index >= root && index < tiles[root].end);
    tile.group.setAttribute('display', seen ? 'inline' : 'none');
    if (!seen) { return; }
    var box = place(tile, sx, sy, from.x, from.y), inner = tiles[tile.children[0]];
    tile.group.querySelectorAll('rect').forEach(function (rect) {
      Object.keys(box).forEach(function (key) { rect.setAttribute(key, box[key]); });
    });
    var y = Math.max(box.y, covered[tile.parent] || 0);
    label(tile, box, y, tile.is_self && tile.parent >= 0 && !titled[tile.parent] ?
      tiles[tile.parent].label : tile.label);
    covered[index] = y;
    if (inner) {
      var filled = inner.children.length > 0 && inner.x === tile.x && inner.y === tile.y &&
        inner.w * inner.h >= 0.8 * tile.w * tile.h;
      covered[index] = filled && index !== root ? y : title(tile, box, y, titles);
      titled[index] = covered[index] > y || filled;
      frames.unshift(part('rect', Object.assign({ 'class': 'f f1' }, box)));
    }
  });
  over.replaceChildren.apply(over, frames.concat(titles));
  ring();
}
function ring() {
  over.querySelectorAll('.ring').forEach(function (rect) { rect.remove(); });
  var tile = tiles[at], box = {};
  if (!tile || tile.group.getAttribute('display') === 'none') { return; }
  ['x', 'y', 'width', 'height'].forEach(function (key) {
    box[key] = tile.group.querySelector('.b').getAttribute(key);
  });
  over.append(part('rect', Object.assign({ 'class': 'ring' }, box)));
}
function zoom(to) {
  if (to >= 0 && (tiles[to].w <= 0 || tiles[to].h <= 0)) { return; }
  root = to;
  up.disabled = root < 0;
  draw();
}
function go(to) {
  if (!tiles[to]) { return; }
  if (root >= 0 && (to < root || to >= tiles[root].end)) { zoom(-1); }
  (tiles[at] || tiles[0]).group.setAttribute('tabindex', -1);
  tiles[to].group.setAttribute('tabindex', 0);
  tiles[to].group.focus();
}
function within(to) {
  var next = to;
  while (to >= 0 && to !== root) { next = to; to = tiles[to].parent; }
  return tiles[next].children.length > 0 ? next : root;
}
function beside(step) {
  var list = tiles[at].parent < 0 ? roots : tiles[tiles[at].parent].children;
  return list[(list.indexOf(at) + step + list.length) % list.length];
}
function outwards() {
  if (root < 0) { return; }
  var old = root;
  zoom(tiles[root].parent);
  go(old);
}
function search() {
  var text = find.value.trim().toLowerCase(), count = 0;
  tiles.forEach(function (tile) {
    var fits = text !== '' && tile.words.toLowerCase().indexOf(text) >= 0;
    tile.group.classList.toggle('match', fits);
    count += fits ? 1 : 0;
  });
  matched.textContent = text === '' ? '' : count + (count === 1 ? ' tile' : ' tiles');
}
tiles.forEach(function (tile, index) {
  tile.group.addEventListener('focus', function () {
    at = index;
    details.textContent = tile.words;
    ring();
  });
  tile.group.addEventListener('pointerenter', function () { details.textContent = tile.words; });
  tile.group.addEventListener('click', function () { go(index); zoom(within(index)); });
});
document.addEventListener('keydown', function (event) {
  if (event.target === find) {
    if (event.key === 'Escape') { find.value = ''; search(); find.blur(); }
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) { return; }
  if (event.key === '/') { find.focus(); find.select(); event.preventDefault(); }
  if (event.key === 'Escape') { outwards(); }
  if (at < 0 || !svg.contains(event.target)) { return; }
  var to = { ArrowRight: beside(1), ArrowLeft: beside(-1), ArrowDown: tiles[at].children[0],
    ArrowUp: tiles[at].parent }[event.key];
  if (to !== undefined) { go(to); event.preventDefault(); }
  if (event.key === 'Enter') { zoom(tiles[at].children.length > 0 ? at : tiles[at].parent); }
});
function follow() {
  var to = Number((location.hash.match(/^#t(\d+)$/) || [])[1]);
  if (tiles[to]) { go(to); }
}
find.addEventListener('input', search);
up.addEventListener('click', outwards);
window.addEventListener('hashchange', follow);
follow();
})();
)js";
}

std::string_view map_script_hash() {
  return "sha256-yETa4CnB5FksmfH7xuMs7Inrxo3ILeau3qz7/JKsNEg=";
}

}  // namespace quern
