import { can } from '../../domain/access/policy.ts';
import type { StatusLimit } from '../../domain/application/status-limits.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { BatchDocument } from '../../projections/batches.ts';
import type { Pin } from '../http/positions.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { ReadModels } from '../read-models/read-models.ts';
import { inListOrder } from './batch-view.ts';
import { documentsOf } from './past-lists.ts';

/** What a report shows of a school besides its applications. As of a position, everything is that of then. */
export interface ReportSchool {
  readonly organizationId: string;
  readonly batches: readonly BatchDocument[];
  readonly timeZone: string;
  readonly statusLimits: readonly StatusLimit[];
  /** Undefined for now. */
  readonly asOf: bigint | undefined;
  /** Milliseconds since the epoch, in whole seconds like the moment of a position: an answer as of its own position is the same. */
  readonly now: number;
  /** Of the newest event in the batches and settings. */
  readonly position: bigint;
  readonly readsHistory: boolean;
}

export interface Asking {
  readonly past: Pin | undefined;
  readonly context: Pick<RequestContext, 'organization' | 'actor'>;
}

export async function reportSchool(
  { past, context: { organization, actor } }: Asking,
  { readModels, now }: { readonly readModels: ReadModels; readonly now: () => number },
): Promise<Result<ReportSchool>> {
  if (!organization) return reject('not-found', TEXTS.access.notFound);
  const organizationId = organization._id;
  const [settings, batches] = await Promise.all([
    past ? readModels.organizations.asOf(organizationId, past.position) : organization,
    documentsOf(readModels.batches, { organizationId }, past, readModels),
  ]);
  const { timeZone, statusLimits, _pos } = settings ?? organization;
  return accept({
    organizationId,
    batches: batches.toSorted(inListOrder),
    timeZone,
    statusLimits,
    asOf: past?.position,
    now: past?.at ?? Math.floor(now() / 1000) * 1000,
    position: newestOf([{ _pos }, ...batches]),
    readsHistory: can(actor, 'history.read', { organizationId }),
  });
}

/** The position of the newest event in some documents. */
export const newestOf = (documents: Iterable<{ readonly _pos?: bigint | undefined }>): bigint => {
  let newest = 0n;
  for (const { _pos = 0n } of documents) if (_pos > newest) newest = _pos;
  return newest;
};

/** Everything that an answer shows; what it reads besides the school is given. Accepted as `asOf`. */
export const pinOf = ({ asOf, position, now }: Pick<ReportSchool, 'asOf' | 'position' | 'now'>, read: bigint): Pin => ({
  position: asOf ?? (read > position ? read : position),
  at: now,
});
