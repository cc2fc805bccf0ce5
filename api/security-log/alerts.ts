import { LRUCache } from 'lru-cache';
import { type CommandContext, systemContext } from '../../commands/context/context.ts';
import { uuidV5 } from '../../commands/context/identity.ts';
import {
  DOWNLOAD_ALERT,
  MASS_READ_ALERT,
  MORE_ALERTS,
  READ_ALERT,
  SECURITY_ALERT,
} from '../../commands/reactions/security-alert-reactions.ts';
import { idPrefix, KEPT_MS, openSecurityEntries } from '../../commands/security-log/entries.ts';
import type { SecurityEvent, SecurityLog } from '../../commands/security-log/security-log.ts';
import type { HourlyCounts } from '../../commands/vault/hourly-counts.ts';
import { usageOf } from '../../commands/vault/usage.ts';
import type { Vault } from '../../commands/vault/vault.ts';
import { organization } from '../../domain/organization/organization.ts';
import { MASS_READ, type SecurityKind } from '../../domain/security-log/kinds.ts';
import { deviceName } from '../../domain/values/device-name.ts';
import { cursorBehind } from '../../projections/document-store/query-values.ts';
import { inQueue } from '../../timing/keyed-queue.ts';
import type { Composition } from '../composition/composition.ts';

/** So many tries of one account at a school within an hour are no slip. */
const ALERT_AFTER = 20;
/** Emails of a kind a day (UTC); then one says that there is more. Anybody can make accounts, so those of outsiders are fewer. */
const MOST_ALERTS = { staff: 20, outside: 3 } as const;
/** Ids that are not theirs, and what asks for a confirmation that they do not give. */
const COUNTED: ReadonlySet<SecurityKind> = new Set(['foreignId', 'unknownId', 'unconfirmed']);
/** Entries of an account that are compared, the newest first. */
const MOST_COMPARED = 1000;
const MOST_KNOWN = 5000;
const DAY_MS = 86_400_000;
const OF_DEVICES: ReadonlySet<string> = new Set([DOWNLOAD_ALERT, MASS_READ_ALERT]);

/** Of a school and one of its accounts or tokens. */
interface About {
  readonly organizationId: string;
  readonly actorId: string;
  readonly device: string | null;
  readonly event: SecurityEvent;
}

/**
 * Also looks at what it records, and emails the Owners of the school when an account stands out, downloads from a kind of device for
 * the first time, or reads many applicants from a new one, at most once a day for each. No request waits for it.
 */
export function withAlerts(
  log: Pick<SecurityLog, 'record'>,
  {
    reactions,
    readModels,
    vault,
    counts,
    now,
    onProblem,
  }: Pick<Composition, 'reactions' | 'readModels'> & {
    readonly vault: Vault;
    readonly counts: HourlyCounts;
    readonly now: () => number;
    readonly onProblem: (message: string, error: unknown) => void;
  },
): Pick<SecurityLog, 'record'> {
  /** Reactions, accounts and devices that were compared, with the day. */
  const known = new LRUCache<string, number>({ max: MOST_KNOWN });
  const usage = usageOf({ vault, now });

  /** Once a day for each account, and each device if the alert is about devices. */
  function alert(reaction: string, { organizationId, actorId, device, event }: About): Promise<void> {
    // The email says that the log names the account, so a flood of other entries must not hide it.
    log.record({ ...event, kind: 'unusual' });
    const own = [reaction, organizationId, actorId, ...(OF_DEVICES.has(reaction) ? [String(device)] : [])];
    const id = `alert:${JSON.stringify(own)}`;
    return inQueue(known, id, async () => {
      if ((await usage.usedToday(id)) > 0) return;
      await email(reaction, own, { organizationId, event });
      // Last: if the email could not be asked for, the next one of the day is.
      await usage.takeToday(id, { amount: 1, limit: 1 });
    });
  }

  /** Repeatable on the same day, but for the room that it takes. */
  async function email(
    reaction: string,
    own: readonly string[],
    { organizationId, event }: Pick<About, 'organizationId' | 'event'>,
  ): Promise<void> {
    const at = now();
    const side = event.isStaff ? 'staff' : 'outside';
    const room = { amount: 1, limit: MOST_ALERTS[side] };
    const fits = await usage.takeToday(`alerts:${reaction}:${organizationId}:${side}`, room);
    const [sent, parts] = fits ? [reaction, own] : [MORE_ALERTS, [MORE_ALERTS, organizationId, side]];
    const context: CommandContext = {
      ...systemContext(at),
      organizationId,
      commandId: uuidV5(...parts, new Date(at).toISOString().slice(0, 10)),
    };
    const school = await readModels.organizations.get(organizationId);
    const owners = school?.members.filter(({ role }) => role === 'Owner') ?? [];
    const stream = `${organization.category}-${organizationId}`;
    for (const { userId: key } of owners) {
      await reactions.ask({ reaction: sent, lane: 'mail', stream, key, delayMs: 0 }, context);
    }
  }

  const inBackground = (work: Promise<void>) =>
    void work.catch((error: unknown) => onProblem('The Owners could not be alerted', error));

  function countTry(about: About): void {
    const id = `tries:${about.organizationId}.${about.actorId}`;
    // Its alert was requested when the sum reached the limit.
    if (counts.sumOf(id) >= ALERT_AFTER) return;
    counts.add(id, 1, (sum) => {
      if (sum >= ALERT_AFTER) inBackground(alert(SECURITY_ALERT, about));
    });
  }

  function tellOfReads(about: About): void {
    const id = `refused-reads:${about.organizationId}.${about.actorId}`;
    if (counts.sumOf(id) > 0) return;
    counts.add(id, 1, () => inBackground(alert(READ_ALERT, about)));
  }

  /** The log is the memory of what is usual, so that nothing else is kept about a person. */
  async function earlier({ organizationId, actorId }: About, at: number, kind?: SecurityKind) {
    const filter = { organizationId, actorId, ...(kind === undefined ? {} : { kind }) };
    const { documents } = await openSecurityEntries(vault).find(filter, {
      limit: MOST_COMPARED,
      cursor: cursorBehind({ _id: idPrefix(at) }, undefined),
    });
    return documents.filter(({ firstAt }) => isBetween(firstAt, at - KEPT_MS, at));
  }

  async function onceADay(
    reaction: string,
    about: About,
    at: number,
    isUnusual: () => Promise<boolean>,
  ): Promise<void> {
    const id = JSON.stringify([reaction, about.organizationId, about.actorId, about.device]);
    if (known.get(id) === dayOf(at)) return;
    if (await isUnusual()) await alert(reaction, about);
    known.set(id, dayOf(at));
  }

  const compareDownload = (about: About, at: number) =>
    onceADay(DOWNLOAD_ALERT, about, at, async () => {
      const downloads = await earlier(about, at, 'downloaded');
      return !downloads.some(({ device }) => device === about.device);
    });

  /** New accounts are expected to begin, so only a device is new to an account. */
  const compareMassRead = (about: About, at: number) =>
    onceADay(MASS_READ_ALERT, about, at, async () => {
      const familiar = await earlier(about, at - MASS_READ.familiarDays * DAY_MS);
      return familiar.length > 0 && !familiar.some(({ device }) => device === about.device);
    });

  return {
    record(event) {
      const at = now();
      log.record(event);
      const { kind, organizationId, actor } = event;
      if (organizationId === null || actor.id === null) return;
      const device = event.device === null ? null : deviceName(event.device);
      const about = { organizationId, actorId: actor.id, device, event };
      if (COUNTED.has(kind)) countTry(about);
      if (kind === 'readLimited') tellOfReads(about);
      if (kind === 'downloaded') inBackground(compareDownload(about, at));
      if (kind === 'massRead') inBackground(compareMassRead(about, at));
    },
  };
}

const dayOf = (at: number): number => Math.floor(at / DAY_MS);

function isBetween(instant: string, from: number, to: number): boolean {
  const at = Date.parse(instant);
  return at >= from && at < to;
}
