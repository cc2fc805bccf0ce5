import { randomUUID } from 'node:crypto';
import { type Actor, SYSTEM } from '../../domain/access/actor.ts';

export interface CommandContext {
  readonly at: string;
  readonly actor: Actor;
  readonly organizationId: string | null;
  /** UUIDv5(actor, method, path, Idempotency-Key) or random; UUIDv5(event id, reaction) from reactions. */
  readonly commandId: string;
  readonly commandHash: string;
  readonly correlationId: string;
  readonly causationId: string | null;
  /** True for demo and import: reactions skip the events. */
  readonly isSilent?: boolean;
}

export function systemContext(now: number, commandId: string = randomUUID()): CommandContext {
  return {
    at: new Date(now).toISOString(),
    actor: SYSTEM,
    organizationId: null,
    commandId,
    commandHash: commandId,
    correlationId: commandId,
    causationId: null,
  };
}
