import type { HourlyCounts } from '../../commands/vault/hourly-counts.ts';
import { belongsTo } from '../../domain/access/policy.ts';
import type { Rejection } from '../../domain/event-sourcing/decision.ts';
import { QUOTAS } from '../../domain/limits/quotas.ts';
import { MASS_READ } from '../../domain/security-log/kinds.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { readIn } from './applicant-reads.ts';
import type { RequestContext } from './request-context.ts';
import type { Target } from './route.ts';

const HOUR_MS = 3_600_000;
const { readsPerHour } = QUOTAS.account;
interface Read {
  readonly endpoint: Endpoint;
  readonly context: Pick<RequestContext, 'actor'>;
  readonly target: Target | undefined;
  /** A command that appended nothing. */
  readonly isUnchanged?: boolean;
}

/** How much of a school's applicants one member may read in an hour of the clock, over all processes. */
export interface ReadBudget {
  refusalOf(read: Read): Rejection | undefined;
  /** True if the member has opened very many single applications in this hour. */
  count(read: Read & { readonly value: unknown }): boolean;
}

export const NO_READ_BUDGET: ReadBudget = { refusalOf: () => undefined, count: () => false };

export function createReadBudget({
  counts,
  now,
}: {
  readonly counts: HourlyCounts;
  readonly now: () => number;
}): ReadBudget {
  return {
    refusalOf({ endpoint, isUnchanged, ...read }) {
      const { unit } = readIn(endpoint, isUnchanged) ?? {};
      const owner = unit && ownerOf(unit, read);
      if (!owner || counts.sumOf(owner) < readsPerHour[unit]) return undefined;
      const retryAfterSeconds = Math.ceil((HOUR_MS - (now() % HOUR_MS)) / 1000);
      const message = TEXTS.access.tooMuchRead(Math.ceil(retryAfterSeconds / 60));
      return { code: 'too-many-requests', message, retryAfterSeconds };
    },
    count({ endpoint, isUnchanged, value, ...read }) {
      const counted = readIn(endpoint, isUnchanged);
      const owner = counted && ownerOf(counted.unit, read);
      const amount = owner ? counted.amountOf(value) : 0;
      if (!owner || amount === 0) return false;
      counts.add(owner, amount);
      return counted.unit === 'calls' && counts.sumOf(owner) > MASS_READ.calls;
    },
  };
}

/** Undefined for all but the data of others that a member reads. */
function ownerOf(
  unit: keyof typeof readsPerHour,
  { context: { actor }, target }: Omit<Read, 'endpoint' | 'isUnchanged'>,
): string | undefined {
  const organizationId = target?.organizationId ?? null;
  if (actor.kind !== 'user' || target?.isOwn || !belongsTo(actor, organizationId)) return undefined;
  return `reads:${unit}:${organizationId}.${actor.id}`;
}
