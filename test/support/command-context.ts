import { randomUUID } from 'node:crypto';
import type { CommandContext } from '../../commands/context/context.ts';
import { SYSTEM } from '../../domain/access/actor.ts';

export const newCommandContext = (commandId: string = randomUUID()): CommandContext => ({
  at: '2026-03-02T09:30:00.000Z',
  actor: SYSTEM,
  organizationId: 'org',
  commandId,
  commandHash: 'a'.repeat(64),
  correlationId: 'request-1',
  causationId: null,
});
