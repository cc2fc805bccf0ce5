import type { ApplicationView } from '../../../../../api/contract/applications.ts';
import {
  type ApplicationStatus,
  isContractSigned,
  type StatusFamily,
} from '../../../../../domain/application/statuses.ts';
import { JOURNEY } from '../../../shared/application/journey.ts';
import { chartColour, REST_COLOUR } from '../../../shared/charts/chart-colours.ts';

export interface Share {
  readonly key: string;
  readonly name: string;
  readonly count: number;
  readonly colour: string;
}

const COLOUR_OF_FAMILY: Readonly<Record<StatusFamily, string>> = {
  new: 'var(--accent)',
  'in review': 'var(--attention)',
  'interview & tests': 'var(--n-12)',
  'contract & done': 'var(--good)',
  ended: 'var(--n-9)',
};

/** Shades of the colour that the status has everywhere, darkest first. */
const COLOUR_OF_STATUS: ReadonlyMap<ApplicationStatus, string> = new Map(
  JOURNEY.flatMap(({ family, statuses }) =>
    statuses.map((status, at): [ApplicationStatus, string] => {
      const part = Math.round(100 - (72 * at) / Math.max(1, statuses.length - 1));
      return [status, `color-mix(in oklab, ${COLOUR_OF_FAMILY[family]} ${part}%, var(--surface))`];
    }),
  ),
);

const counted = <Key>(keys: readonly Key[]): ReadonlyMap<Key, number> => {
  const counts = new Map<Key, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
};

const quiet = (status: ApplicationStatus): string => status[0] + status.slice(1).toLowerCase();

export function statusShares(applications: readonly ApplicationView[]): readonly Share[] {
  const counts = counted(applications.map(({ status }) => status));
  return JOURNEY.flatMap(({ statuses }) => statuses).flatMap((status) => {
    const count = counts.get(status);
    return count
      ? [{ key: status, name: quiet(status), count, colour: COLOUR_OF_STATUS.get(status) ?? REST_COLOUR }]
      : [];
  });
}

export const PLAN_STATUSES = ['all', 'signed', 'complete'] as const;
export type PlanStatus = (typeof PLAN_STATUSES)[number];
export const PLAN_STATUS_NAMES: Readonly<Record<PlanStatus, string>> = {
  all: 'All',
  signed: 'Contract Signed',
  complete: 'Complete',
};
const IS_IN: Readonly<Record<PlanStatus, (status: ApplicationStatus) => boolean>> = {
  all: () => true,
  signed: isContractSigned,
  complete: (status) => status === 'COMPLETE',
};

export interface Plan {
  readonly _id: string;
  readonly name: string;
}

export function planShares(
  applications: readonly ApplicationView[],
  plans: readonly Plan[],
  planStatus: PlanStatus,
): readonly Share[] {
  const isOffered = new Set(plans.map(({ _id }) => _id));
  const counts = counted(
    applications
      .filter(({ status }) => IS_IN[planStatus](status))
      .map(({ selectedPaymentModelId: id }) => (id && !isOffered.has(id) ? 'former' : id || 'none')),
  );
  const all = [
    ...plans.map(({ _id, name }, index) => ({ key: _id, name, colour: chartColour(index) })),
    { key: 'former', name: 'A deleted plan', colour: 'var(--n-6)' },
    { key: 'none', name: 'No plan chosen', colour: REST_COLOUR },
  ];
  return all.flatMap((share) => {
    const count = counts.get(share.key);
    return count ? [{ ...share, count }] : [];
  });
}

const SMALL = 0.02;

/** Two or more slices too thin to see become one; the table has them all. */
export function withoutThin(shares: readonly Share[]): readonly Share[] {
  const total = totalOf(shares);
  const thin = shares.filter(({ count }) => count < total * SMALL);
  if (thin.length < 2) return shares;
  const others = { key: 'thin', name: `${thin.length} others`, count: totalOf(thin), colour: 'var(--n-6)' };
  return [...shares.filter((share) => !thin.includes(share)), others];
}

export const totalOf = (shares: readonly Share[]): number => shares.reduce((total, { count }) => total + count, 0);
