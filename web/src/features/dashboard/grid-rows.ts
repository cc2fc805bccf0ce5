import type { Application } from '../../../../api/contract/applications.ts';

/** A row of a section: an application, or the panel that stands open under it. */
export interface GridRow {
  readonly id: string;
  readonly application: Application;
  readonly isPanel: boolean;
}

const rows = new WeakMap<Application, readonly [GridRow, GridRow]>();

/** One pair of rows for each document, so that the grid sees only what has changed. */
function rowsOf(application: Application): readonly [GridRow, GridRow] {
  const known = rows.get(application);
  if (known) return known;
  const pair = [
    { id: application._id, application, isPanel: false },
    { id: `${application._id}:panel`, application, isPanel: true },
  ] as const;
  rows.set(application, pair);
  return pair;
}

export const gridRows = (applications: readonly Application[], open: ReadonlySet<string>): GridRow[] =>
  applications.flatMap((application) => {
    const [row, panel] = rowsOf(application);
    return open.has(application._id) ? [row, panel] : [row];
  });

/** After the grid has sorted: each panel goes back under its application. Reorders in place, as the grid asks. */
export function keepPanelsUnderRows<Node extends { data?: GridRow | undefined }>(nodes: Node[]): void {
  const panels = new Map<string, Node>();
  for (const node of nodes) {
    if (node.data?.isPanel) panels.set(node.data.application._id, node);
  }
  if (panels.size === 0) return;
  const sorted = nodes
    .filter((node) => !node.data?.isPanel)
    .flatMap((node) => {
      const panel = node.data && panels.get(node.data.application._id);
      return panel ? [node, panel] : [node];
    });
  nodes.splice(0, nodes.length, ...sorted);
}
