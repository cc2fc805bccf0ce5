import type { ApplicationView } from '../../../../api/contract/applications.ts';

export interface GridRow {
  readonly id: string;
  readonly application: ApplicationView;
  readonly kind: 'closed' | 'open' | 'panel';
}

interface Forms {
  readonly closed: GridRow;
  readonly open: GridRow;
  readonly panel: GridRow;
}
const known = new WeakMap<ApplicationView, Forms>();

function formsOf(application: ApplicationView): Forms {
  const forms = known.get(application);
  if (forms) return forms;
  const id = application._id;
  const made: Forms = {
    closed: { id, application, kind: 'closed' },
    open: { id, application, kind: 'open' },
    panel: { id: `${id}:panel`, application, kind: 'panel' },
  };
  known.set(application, made);
  return made;
}

export const gridRows = (applications: readonly ApplicationView[], open: ReadonlySet<string>): GridRow[] =>
  applications.flatMap((application) => {
    const forms = formsOf(application);
    return open.has(application._id) ? [forms.open, forms.panel] : [forms.closed];
  });

/** The grid calls this after sorting: moves each panel back under its application, in place. */
export function keepPanelsUnderRows<Node extends { data?: GridRow | undefined }>(nodes: Node[]): void {
  const panels = new Map<string, Node>();
  for (const node of nodes) {
    if (node.data?.kind === 'panel') panels.set(node.data.application._id, node);
  }
  if (panels.size === 0) return;
  const sorted = nodes
    .filter((node) => node.data?.kind !== 'panel')
    .flatMap((node) => {
      const panel = node.data && panels.get(node.data.application._id);
      return panel ? [node, panel] : [node];
    });
  nodes.splice(0, nodes.length, ...sorted);
}
