import type { ApplicationView } from '../../../../../api/contract/applications.ts';
import type { Batch } from '../../../../../api/contract/batches.ts';
import { isOngoing } from '../../../../../domain/batch/status.ts';

export const GROUPS = ['batch', 'tracking'] as const;
export const SECOND_GROUPS = ['batch', 'tracking', 'medium', 'campaign'] as const;
export type Group = (typeof GROUPS)[number];
export type SecondGroup = (typeof SECOND_GROUPS)[number];

export const GROUP_NAMES: Readonly<Record<SecondGroup, string>> = {
  batch: 'Batch',
  tracking: 'Tracking',
  medium: 'Tracking medium',
  campaign: 'Tracking campaign',
};

export interface Membership {
  readonly key: string;
  readonly name: string;
}

const MEMBER = { tracking: 'source', medium: 'medium', campaign: 'campaign' } as const;
const UNKNOWN: Readonly<Record<keyof typeof MEMBER, Membership>> = {
  tracking: { key: '', name: 'No tracking' },
  medium: { key: '', name: 'No medium' },
  campaign: { key: '', name: 'No campaign' },
};

/** Links are typed by hand, so "Facebook" and "facebook " are one group. */
export function membershipIn(
  group: SecondGroup,
  batchNames: ReadonlyMap<string, string>,
): (application: ApplicationView) => Membership {
  if (group === 'batch') return ({ batchId }) => ({ key: batchId, name: batchNames.get(batchId) ?? '' });
  return ({ tracking }) => {
    const name = tracking?.[MEMBER[group]]?.trim() ?? '';
    return name === '' ? UNKNOWN[group] : { key: name.toLowerCase(), name };
  };
}

/** A transferred application counts as its copy only. */
export const isCounted = ({ status }: Pick<ApplicationView, 'status'>): boolean => status !== 'TRANSFERRED';

export function ongoingOf(
  groups: ReadonlyMap<Batch, readonly ApplicationView[]>,
): ReadonlyMap<Batch, readonly ApplicationView[]> {
  const ongoing = [...groups].filter(([batch]) => isOngoing(batch));
  return new Map(ongoing.map(([batch, applications]) => [batch, applications.filter(isCounted)]));
}
