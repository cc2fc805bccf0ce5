import { randomUUID } from 'node:crypto';
import { type Actor, SYSTEM } from '../../domain/access/actor.ts';

/** Metadata of one command, made at its entry (API, CLI, reaction). */
export interface CommandContext {
  /** ISO-8601 UTC. */
  readonly at: string;
  readonly actor: Actor;
  readonly organizationId: string | null;
  /** UUIDv5(actor, method, path, Idempotency-Key) or random; UUIDv5(event id, reaction) from reactions. */
  readonly commandId: string;
  /** SHA-256 (hex) of the canonical input. */
  readonly commandHash: string;
  readonly correlationId: string;
  /** The event that caused it, for reactions. */
  readonly causationId: string | null;
  /** True for demo and import: reactions skip the events. */
  readonly isSilent?: boolean;
}

/** For a command of the portal itself; `now` in milliseconds since the epoch. */
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
