import type { ApplicationView } from '../../../../../api/contract/applications.ts';
import { overdueSince } from '../../../../../domain/application/overdue.ts';
import type { StatusLimit } from '../../../../../domain/application/status-limits.ts';
import { FAMILY_OF_STATUS } from '../../../../../domain/application/statuses.ts';

const QUICK_FILTERS = ['mine', 'unassigned', 'overdue'] as const;
export type QuickFilter = (typeof QUICK_FILTERS)[number];

export interface QuickQuestion {
  readonly myId: string | null;
  readonly limits: readonly StatusLimit[];
  readonly now: number;
  /** In the organization's time zone. */
  readonly today: string;
}

const ASKS: Readonly<Record<QuickFilter, (application: ApplicationView, question: QuickQuestion) => boolean>> = {
  mine: ({ adminAssignee, status }, { myId }) =>
    myId !== null && adminAssignee?.userId === myId && FAMILY_OF_STATUS[status] !== 'ended',
  unassigned: ({ adminAssignee }) => !adminAssignee,
  overdue: (application, { limits, now, today }) => overdueSince(application, limits, now, today) !== null,
};

export const passesQuick = (
  application: ApplicationView,
  chosen: ReadonlySet<QuickFilter>,
  question: QuickQuestion,
): boolean => [...chosen].every((filter) => ASKS[filter](application, question));

/** Viewers do not see assignees, so the filters by assignee do not apply to them, not even from a colleague's link. */
const FOR_VIEWERS: readonly QuickFilter[] = ['overdue'];
export const quickFiltersFor = (seesAssignees: boolean): readonly QuickFilter[] =>
  seesAssignees ? QUICK_FILTERS : FOR_VIEWERS;
export const quickFor = (chosen: ReadonlySet<QuickFilter>, seesAssignees: boolean): ReadonlySet<QuickFilter> =>
  seesAssignees ? chosen : new Set(FOR_VIEWERS.filter((filter) => chosen.has(filter)));

const OPPOSITE: Partial<Record<QuickFilter, QuickFilter>> = { mine: 'unassigned', unassigned: 'mine' };

/** `mine,overdue` in the address. `mine` and `unassigned` exclude each other, so the last one counts. */
export function readQuick(text: string | null): ReadonlySet<QuickFilter> {
  const chosen = new Set<QuickFilter>();
  for (const part of text?.split(',') ?? []) {
    const filter = QUICK_FILTERS.find((one) => one === part);
    if (!filter) continue;
    const opposite = OPPOSITE[filter];
    if (opposite) chosen.delete(opposite);
    chosen.add(filter);
  }
  return chosen;
}

export function toggledQuick(text: string | null, filter: QuickFilter): string | null {
  const before = readQuick(text);
  const after = before.has(filter)
    ? [...before].filter((one) => one !== filter)
    : [...readQuick([...before, filter].join())];
  return after.join() || null;
}
