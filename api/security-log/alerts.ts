import { LRUCache } from 'lru-cache';
import { type CommandContext, systemContext } from '../../commands/context/context.ts';
import { uuidV5 } from '../../commands/context/identity.ts';
import { SECURITY_ALERT } from '../../commands/reactions/security-alert-reaction.ts';
import type { SecurityEvent, SecurityLog } from '../../commands/security-log/security-log.ts';
import { organization } from '../../domain/organization/organization.ts';
import type { SecurityKind } from '../../domain/security-log/kinds.ts';
import type { Composition } from '../composition/composition.ts';

/** So many tries of one account at a school within an hour are no slip. */
export const ALERT_AFTER = 20;
const HOUR_MS = 3_600_000;
/** Ids that are not theirs, and what asks for a confirmation that they do not give. */
const COUNTED: ReadonlySet<SecurityKind> = new Set(['foreignId', 'unknownId', 'unconfirmed']);
const MOST_COUNTED = 5000;

interface Tries {
  readonly hour: number;
  readonly count: number;
}

/**
 * Also counts what it records, in each process, and emails the Owners of the school when an account stands out: once a day for each
 * account. No request waits for it.
 */
export function withAlerts(
  log: Pick<SecurityLog, 'record'>,
  {
    reactions,
    readModels,
    now,
    onProblem,
  }: Pick<Composition, 'reactions' | 'readModels'> & {
    readonly now: () => number;
    readonly onProblem: (message: string, error: unknown) => void;
  },
): Pick<SecurityLog, 'record'> {
  const tries = new LRUCache<string, Tries>({ max: MOST_COUNTED });

  /** True for the one that makes it too many. */
  function isOneTooMany({ kind, organizationId, actor }: SecurityEvent): boolean {
    if (!COUNTED.has(kind) || organizationId === null || actor.id === null) return false;
    const id = `${organizationId}.${actor.id}`;
    const hour = Math.floor(now() / HOUR_MS);
    const before = tries.get(id);
    const count = before?.hour === hour ? before.count + 1 : 1;
    tries.set(id, { hour, count });
    return count === ALERT_AFTER;
  }

  async function alert(organizationId: string, actorId: string): Promise<void> {
    const at = now();
    const context: CommandContext = {
      ...systemContext(at),
      organizationId,
      commandId: uuidV5(SECURITY_ALERT, organizationId, actorId, new Date(at).toISOString().slice(0, 10)),
    };
    const school = await readModels.organizations.get(organizationId);
    const owners = school?.members.filter(({ role }) => role === 'Owner') ?? [];
    const stream = `${organization.category}-${organizationId}`;
    for (const { userId: key } of owners) {
      await reactions.ask({ reaction: SECURITY_ALERT, lane: 'mail', stream, key, delayMs: 0 }, context);
    }
  }

  return {
    record(event) {
      log.record(event);
      const { organizationId, actor } = event;
      if (!isOneTooMany(event) || organizationId === null || actor.id === null) return;
      alert(organizationId, actor.id).catch((error) => onProblem('The Owners could not be alerted', error));
    },
  };
}
