import type { HourlyCounts } from '../../commands/vault/hourly-counts.ts';
import { belongsTo } from '../../domain/access/policy.ts';
import type { Rejection } from '../../domain/event-sourcing/decision.ts';
import { QUOTAS } from '../../domain/limits/quotas.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import type { RequestContext } from './request-context.ts';
import type { Target } from './route.ts';
import { Serialised } from './serialised.ts';

const HOUR_MS = 3_600_000;
const { readsPerHour } = QUOTAS.account;
type Reads = keyof typeof readsPerHour;

const READS: ReadonlyMap<Endpoint, Reads> = new Map<Endpoint, Reads>([
  [ENDPOINTS.listApplications, 'rows'],
  [ENDPOINTS.searchApplicants, 'rows'],
  [ENDPOINTS.listBookedAccounts, 'rows'],
  [ENDPOINTS.listAudit, 'rows'],
  [ENDPOINTS.reportMembers, 'rows'],
  [ENDPOINTS.getReportApplications, 'rows'],
  [ENDPOINTS.getApplication, 'calls'],
  [ENDPOINTS.getApplicationHistory, 'calls'],
  [ENDPOINTS.listMessages, 'calls'],
  [ENDPOINTS.getMessage, 'calls'],
  [ENDPOINTS.listSolutions, 'calls'],
  [ENDPOINTS.getSolution, 'calls'],
  [ENDPOINTS.download, 'calls'],
]);

interface Read {
  readonly endpoint: Endpoint;
  readonly context: Pick<RequestContext, 'actor'>;
  readonly target: Target | undefined;
}

/** How much of a school's applicants one member may read in an hour of the clock, over all processes. */
export interface ReadBudget {
  refusalOf(read: Read): Rejection | undefined;
  count(read: Read & { readonly value: unknown }): void;
}

export const NO_READ_BUDGET: ReadBudget = { refusalOf: () => undefined, count: () => {} };

export function createReadBudget({
  counts,
  now,
}: {
  readonly counts: HourlyCounts;
  readonly now: () => number;
}): ReadBudget {
  return {
    refusalOf(read) {
      const counted = countedIn(read);
      if (!counted || counts.sumOf(counted.owner) < readsPerHour[counted.reads]) return undefined;
      const retryAfterSeconds = Math.ceil((HOUR_MS - (now() % HOUR_MS)) / 1000);
      return { code: 'too-many-requests', message: TEXTS.access.tooMuchRead, retryAfterSeconds };
    },
    count({ value, ...read }) {
      const counted = countedIn(read);
      const amount = counted?.reads === 'rows' ? rowsIn(value) : 1;
      if (counted && amount > 0) counts.add(counted.owner, amount);
    },
  };
}

/** Undefined for all but the data of others that a member reads. */
function countedIn({ endpoint, context: { actor }, target }: Read): { reads: Reads; owner: string } | undefined {
  const reads = READS.get(endpoint);
  const organizationId = target?.organizationId ?? null;
  if (reads === undefined || actor.kind !== 'user' || target?.isOwn || !belongsTo(actor, organizationId))
    return undefined;
  return { reads, owner: `reads:${reads}:${organizationId}.${actor.id}` };
}

function rowsIn(value: unknown): number {
  if (value instanceof Serialised) return value.rows;
  return Array.isArray(value) ? value.length : 0;
}
