import { createHash } from 'node:crypto';
import { SYSTEM } from '../../domain/access/actor.ts';
import type { CommandContext } from '../context/context.ts';
import { uuidV5 } from '../context/identity.ts';
import type { Environment } from '../handling/environment.ts';
import type { OutboxEntry } from './outbox.ts';

/** The command's id derives from event and reaction, so a repetition has no second effect. */
export function reactionContext(
  { now }: Pick<Environment, 'now'>,
  { _id, eventId, reaction, organizationId, correlationId }: OutboxEntry,
  purpose = 'carry out',
): CommandContext {
  return {
    at: new Date(now()).toISOString(),
    actor: SYSTEM,
    organizationId,
    commandId: uuidV5(eventId, reaction, purpose),
    commandHash: createHash('sha256').update(`${_id} ${purpose}`).digest('hex'),
    correlationId,
    causationId: eventId,
  };
}
