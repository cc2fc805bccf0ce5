import { accept, type Result } from '../event-sourcing/decision.ts';
import type { Happened } from '../event-sourcing/event.ts';
import type { OrganizationEvent } from './events.ts';

const DAY_MS = 24 * 3_600_000;
/** How long a proven domain is served after its record disappeared. */
export const PROOF_GRACE_DAYS = 7;
export const UPGRADE_GRACE_DAYS = 30;

export interface DomainProof {
  readonly name: string;
  readonly state: 'pending' | 'proven';
  /** ISO-8601 UTC; when a check first missed the record of a proven domain. Null while the record exists. */
  readonly missingSince: string | null;
  /** True if the domain was set before proofs existed and has not been proven since. */
  readonly isFromBefore: boolean;
}

export interface DomainState {
  readonly domain: DomainProof | null;
}

export type DomainCommand = {
  readonly type: 'RecordDomainCheck';
  readonly data: { readonly domain: string; readonly isFound: boolean };
};

export const servedDomain = ({ domain }: DomainState): string | null =>
  domain?.state === 'proven' ? domain.name : null;

/** When the grace period of a proven domain without its record ends; null if the record exists. */
export function keptUntil(domain: DomainProof): string | null {
  if (domain.state !== 'proven' || domain.missingSince === null) return null;
  const days = domain.isFromBefore ? UPGRADE_GRACE_DAYS : PROOF_GRACE_DAYS;
  return new Date(Date.parse(domain.missingSince) + days * DAY_MS).toISOString();
}

type OfType<Type> = Happened<Extract<OrganizationEvent, { type: Type }>>;

/** Without a preceding `DomainRequested`, the domain was set before proofs existed. */
export function withDetails(
  { domain }: DomainState,
  { fullDomain }: { readonly fullDomain?: string | null | undefined },
): DomainProof | null {
  if (fullDomain === undefined || fullDomain === domain?.name) return domain;
  if (fullDomain === null) return null;
  return { name: fullDomain, state: 'proven', missingSince: null, isFromBefore: true };
}

export const evolveDomain = {
  DomainRequested: <State>(state: State, { data }: OfType<'DomainRequested'>) => ({
    ...state,
    domain: { name: data.domain, state: 'pending', missingSince: null, isFromBefore: false } as const,
  }),
  DomainProven: <State>(state: State, { data }: OfType<'DomainProven'>) => ({
    ...state,
    domain: { name: data.domain, state: 'proven', missingSince: null, isFromBefore: false } as const,
  }),
  DomainProofMissing: <State extends DomainState>(state: State, { at }: OfType<'DomainProofMissing'>) => ({
    ...state,
    domain: state.domain && { ...state.domain, missingSince: at },
  }),
  DomainLost: <State>(state: State, { data }: OfType<'DomainLost'>) => ({
    ...state,
    domain: { name: data.domain, state: 'pending', missingSince: null, isFromBefore: false } as const,
  }),
};

export const decideDomain = {
  RecordDomainCheck: (
    { domain: checked, isFound }: DomainCommand['data'],
    { domain }: DomainState,
    { at }: { readonly at: string },
  ): Result<readonly OrganizationEvent[]> => {
    if (domain?.name !== checked) return accept([]);
    const data = { domain: checked };
    if (isFound) {
      const isSettled = domain.state === 'proven' && domain.missingSince === null && !domain.isFromBefore;
      return accept(isSettled ? [] : [{ type: 'DomainProven', data }]);
    }
    if (domain.state === 'pending') return accept([]);
    const until = keptUntil(domain);
    if (until === null) return accept([{ type: 'DomainProofMissing', data }]);
    return accept(at < until ? [] : [{ type: 'DomainLost', data }]);
  },
};
