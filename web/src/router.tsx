// SPDX-License-Identifier: MIT
//
// Which view stands in each place: of one profile, or of two that are compared.
import { DiffFunction } from './compare/calls/function';
import { GateView } from './compare/gate/gate';
import { DiffFunctions } from './compare/lists/functions';
import { Compare, CompareOverview } from './compare/lists/overview';
import { DiffSource } from './compare/source/source';
import { DiffFiles } from './compare/source/source_files';
import { DiffFlameView } from './compare/trees/flame';
import { DiffTreeView } from './compare/trees/tree';
import { key, place } from './state/navigation';
import type { Page } from './state/place';
import { is_diff } from './state/session';
import { ChooseFunction, FunctionView } from './views/calls/function';
import { Help } from './views/input/help';
import { Home } from './views/input/home';
import { Settings } from './views/input/settings';
import { Functions } from './views/lists/functions';
import { kByLoop } from './views/lists/group_choice';
import { LoopList } from './views/lists/loops';
import { SourceView } from './views/source/source';
import { FileList } from './views/source/source_files';
import { FlameView, SandwichView } from './views/trees/flame';
import { TreeView } from './views/trees/tree';

function FunctionsPage() {
  if (key('group') === kByLoop) {
    return <LoopList />;
  }
  return is_diff.value ? <DiffFunctions /> : <Functions />;
}

function FunctionPage() {
  const id = place.value.id;
  if (id === null) {
    return <ChooseFunction />;
  }
  return is_diff.value ? <DiffFunction id={id} key={id} /> : <FunctionView id={id} key={id} />;
}

function FlamePage() {
  if (key('mode') === 'sandwich') {
    return <SandwichView />;
  }
  return is_diff.value ? <DiffFlameView /> : <FlameView />;
}

function SourcePage() {
  const id = place.value.id;
  if (is_diff.value) {
    return id === null ? <DiffFiles /> : <DiffSource id={id} key={id} />;
  }
  return id === null ? <FileList /> : <SourceView id={id} key={id} />;
}

export const kViews: Record<Page, () => preact.JSX.Element | null> = {
  home: () => <Home Changes={CompareOverview} />,
  functions: FunctionsPage,
  fn: FunctionPage,
  tree: () => (is_diff.value ? <DiffTreeView /> : <TreeView />),
  flame: FlamePage,
  source: SourcePage,
  compare: Compare,
  gate: GateView,
  settings: Settings,
  help: Help,
};
