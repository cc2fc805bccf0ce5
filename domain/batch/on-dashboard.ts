import { chosenIn } from './courses.ts';
import { type BatchStatus, hasStarted } from './status.ts';

export const DASHBOARD_TABS = ['active', 'complete', 'all'] as const;
export type DashboardTab = (typeof DASHBOARD_TABS)[number];
export const isDashboardTab = (text: string | null): text is DashboardTab =>
  (DASHBOARD_TABS as readonly (string | null)[]).includes(text);

export const tabIn = (params: URLSearchParams): DashboardTab => {
  const tab = params.get('tab');
  return isDashboardTab(tab) ? tab : 'active';
};

interface Listed {
  readonly _id: string;
  readonly name: string;
  readonly status: BatchStatus;
}

export const isInTab = ({ status }: Pick<Listed, 'status'>, tab: DashboardTab): boolean =>
  tab === 'all' || hasStarted(status) === (tab === 'complete');

export const FIRST_BATCHES = 2;

/**
 * Batch ids in screen order: those of the board or of a report's number, the open tab's, collapsed ones, the other
 * tab's.
 */
export function dashboardOrder(batches: readonly Listed[], address: URLSearchParams): readonly string[] {
  const tab = tabIn(address);
  const collapsed = new Set(address.get('collapsed')?.split(','));
  const courses = address.has('applied') ? chosenIn(batches, address.get('courses') ?? 'all') : [];
  const first = new Set([address.get('batch'), ...courses.map(({ _id }) => _id)]);
  const rank = (batch: Listed): number => {
    if (first.has(batch._id)) return 0;
    if (!isInTab(batch, tab)) return 3;
    return collapsed.has(batch._id) ? 2 : 1;
  };
  return batches.toSorted((one, other) => rank(one) - rank(other)).map(({ _id }) => _id);
}
