// SPDX-License-Identifier: MIT
//
// Which view stands in each place: of one profile, or of two that are compared.
import { DiffFunction } from './compare/calls/function';
import { GateView } from './compare/gate/gate';
import { DiffGraphView } from './compare/graph/graph';
import { DiffFunctions } from './compare/lists/functions';
import { Compare, CompareOverview } from './compare/lists/overview';
import { DiffSource } from './compare/source/source';
import { DiffFiles } from './compare/source/source_files';
import { DiffFlameView } from './compare/trees/flame';
import { DiffTreeView } from './compare/trees/tree';
import { key, place } from './state/navigation';
import type { Page } from './state/place';
import { is_diff } from './state/session';
import { GraphView } from './views/graph/graph';
import { ChooseFunction, FunctionView } from './views/calls/function';
import { Help } from './views/input/help';
import { Home } from './views/input/home';
import { Settings } from './views/input/settings';
import { Functions } from './views/lists/functions';
import { kByLoop } from './views/lists/group_choice';
import { LoopList } from './views/lists/loops';
import { SourceView } from './views/source/source';
import { MapView } from './views/map/map';
import { FileList } from './views/source/source_files';
import { FlameView, SandwichView } from './views/trees/flame';
import { TreeView } from './views/trees/tree';

type View = () => preact.JSX.Element | null;
type ViewOf = (of: { id: string }) => preact.JSX.Element | null;

/// Of one profile, or of two.
function of_sides(One: View, Both: View) {
  return is_diff.value ? <Both /> : <One />;
}

/// A view about one function, group or file; another one starts from the beginning.
function about(id: string, One: ViewOf, Both: ViewOf) {
  return is_diff.value ? <Both id={id} key={id} /> : <One id={id} key={id} />;
}

function FunctionsPage() {
  return key('group') === kByLoop ? <LoopList /> : of_sides(Functions, DiffFunctions);
}

function FunctionPage() {
  const { id } = place.value;
  return id === null ? <ChooseFunction /> : about(id, FunctionView, DiffFunction);
}

function FlamePage() {
  return key('mode') === 'sandwich' ? <SandwichView /> : of_sides(FlameView, DiffFlameView);
}

function SourcePage() {
  const { id } = place.value;
  return id === null ? of_sides(FileList, DiffFiles) : about(id, SourceView, DiffSource);
}

export const kViews: Record<Page, View> = {
  home: () => <Home Changes={CompareOverview} />,
  functions: FunctionsPage,
  fn: FunctionPage,
  tree: () => of_sides(TreeView, DiffTreeView),
  flame: FlamePage,
  map: MapView,
  graph: () => of_sides(GraphView, DiffGraphView),
  source: SourcePage,
  compare: Compare,
  gate: GateView,
  settings: Settings,
  help: Help,
};
