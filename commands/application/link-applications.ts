import { application } from '../../domain/application/application.ts';
import { releasesPlace } from '../../domain/application/statuses.ts';
import { accept, type Result } from '../../domain/decision.ts';
import { normalizeEmail } from '../../domain/email.ts';
import type { CommandContext } from '../context.ts';
import type { Environment } from '../environment.ts';
import { handle, load } from '../handle.ts';
import { hasApplied } from './submit-application.ts';

export interface Linked {
  readonly applicationIds: readonly string[];
  /** Of the last event; 0 when nothing was linked. */
  readonly position: bigint;
}

/**
 * Gives a person, whose email has just been proven, all applications that carry it and belong to nobody yet (D11); of
 * two live ones in one batch only the first (D12).
 */
export async function linkApplications(
  environment: Environment,
  { userId, email }: { readonly userId: string; readonly email: string },
  context: CommandContext,
): Promise<Result<Linked>> {
  const found = await environment.queries.applicationsWithEmail(normalizeEmail(email));
  const batches = new Set<string>();
  const applicationIds: string[] = [];
  let position = 0n;
  for (const { _id, batchId } of found) {
    const { state } = await load(environment, application, _id);
    if (state.kind !== 'application' || state.userId !== null || state.email === null) continue;
    if (normalizeEmail(state.email) !== normalizeEmail(email)) continue;
    const isLive = !releasesPlace(state.status);
    if (isLive && (batches.has(batchId) || (await hasApplied(environment, userId, batchId, _id)))) continue;
    const ours = { ...context, organizationId: state.organizationId };
    const linked = await handle(environment, application, _id, [{ type: 'LinkUser', data: { userId } }], ours);
    if (!linked.ok) continue;
    if (isLive) batches.add(batchId);
    applicationIds.push(_id);
    if (linked.value.position > position) position = linked.value.position;
  }
  return accept({ applicationIds, position });
}
