import { createHash } from 'node:crypto';
import { type Actor, SYSTEM } from '../../domain/access/actor.ts';
import { can } from '../../domain/access/policy.ts';
import type { CommandContext } from '../context/context.ts';
import { uuidV5 } from '../context/identity.ts';
import type { Environment } from '../handling/environment.ts';

/** A repetition has the same id. */
export const rowCommandId = (bulkId: string, purpose: 'change' | 'undo', applicationId: string): string =>
  uuidV5(bulkId, purpose, applicationId);

/** All commands of a bulk change carry its id and act for its author. */
export function bulkContext(
  { now }: Pick<Environment, 'now'>,
  {
    bulkId,
    organizationId,
    actor,
  }: { readonly bulkId: string; readonly organizationId: string; readonly actor: Actor },
  commandId: string,
): CommandContext {
  return {
    at: new Date(now()).toISOString(),
    actor,
    organizationId,
    commandId,
    commandHash: createHash('sha256').update(commandId).digest('hex'),
    correlationId: bulkId,
    causationId: null,
  };
}

/** Undefined once the author has lost the role, which ends the change. */
export async function actorOf(
  { queries }: Pick<Environment, 'queries'>,
  userId: string | null,
  organizationId: string,
): Promise<Actor | null> {
  if (userId === null) return SYSTEM;
  const actor: Actor = { kind: 'user', id: userId, roles: await queries.rolesOfUser(userId), isCreator: false };
  return can(actor, 'application.bulk', { organizationId }) ? actor : null;
}
