import type { ApplicationView } from '../../../../../api/contract/applications.ts';
import type { Batch } from '../../../../../api/contract/batches.ts';
import { isOngoing } from '../../../../../domain/batch/status.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';

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

const lettersOf = (source: string): string => source.toLowerCase().replace(/\.com$|[^\p{L}\p{N}]/gu, '');
/** What links call the choices of the form. */
const CALLED: Readonly<Record<string, readonly string[]>> = {
  Facebook: ['fb'],
  Instagram: ['ig'],
  'Google Search': ['google'],
  'ChatGPT/Gemini/Claude/AI': ['chatgpt', 'gemini', 'claude', 'ai'],
};
const CHOICE_OF: ReadonlyMap<string, string> = new Map(
  TEXTS.forms.whereDidYouHearOptions.flatMap((choice) =>
    [lettersOf(choice), ...(CALLED[choice] ?? [])].map((letters): [string, string] => [letters, choice]),
  ),
);

/** Links are typed by hand: "Facebook", "facebook " and "fb" are one group, under the name that the form has for it. */
export function membershipIn(
  group: SecondGroup,
  batchNames: ReadonlyMap<string, string>,
): (application: ApplicationView) => Membership {
  if (group === 'batch') return ({ batchId }) => ({ key: batchId, name: batchNames.get(batchId) ?? '' });
  return ({ tracking }) => {
    const written = tracking?.[MEMBER[group]]?.trim() ?? '';
    const name = (group !== 'campaign' && CHOICE_OF.get(lettersOf(written))) || written;
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
