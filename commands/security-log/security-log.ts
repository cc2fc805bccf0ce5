import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { SecurityKind } from '../../domain/security-log/kinds.ts';
import { user } from '../../domain/user/user.ts';
import { deviceName } from '../../domain/values/device-name.ts';
import type { Environment } from '../handling/environment.ts';
import { findAccount } from '../user/find-account.ts';
import type { Derive } from '../vault/derived-keys.ts';
import type { SubjectKeys } from '../vault/subject-keys.ts';
import { idPrefix, openSecurityEntries, type SecurityActor, type SecurityEntry } from './entries.ts';
import { truncatedAddress } from './truncated-address.ts';

const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
/** Reads are many and ordinary, so they are counted by the hour. */
const BY_THE_HOUR: ReadonlySet<SecurityKind> = new Set(['read', 'massRead']);
/** How many entries a group begins in a minute in one process; further ones are counted together. */
const MOST_PER_MINUTE = 30;
/**
 * How many entries a day of a group has in the store: what the Owners were told of, what staff do, right passwords of staff without the
 * second factor, other tries at their accounts, refusals of other accounts, and the rest. None must take the room of one before it.
 */
const MOST_PER_DAY = { unusual: 100, staff: 500, halfway: 300, aimed: 300, accounts: 300, outside: 300 } as const;
type Group = keyof typeof MOST_PER_DAY;
/** Entries that wait to be written; the rests of groups have the same room again, and so has what is about accounts. */
const MOST_WAITING = 2000;
/** What waits of accounts without a try: a refusal costs its sender nothing, so many of them must not hide the tries. */
const MOST_WITHOUT_TRY = MOST_WAITING / 2;
/** Groups whose rests keep the account, because it is a member's: the room could be used up before what the log must name. */
const NAMED_IN_RESTS: ReadonlySet<Group> = new Set(['staff', 'halfway', 'aimed']);
/** How long a log-in may take after its password. */
const HALVES_MINUTES = 10;
/** More than the contract has. */
const MOST_CALLS = 300;
const MOST_GROUPS = 2000;
const WRITE_AFTER_MS = 2000;
const RETRY_AFTER_MS = 10_000;
const AT_ONCE = 50;
const RACES = 20;
/** What a signed-in account is refused. */
const OF_ACCOUNTS: ReadonlySet<SecurityKind> = new Set(['foreignId', 'refused', 'unconfirmed']);
/** Each costs its sender one of the tries of its address, and the right password or work besides. */
const COSTLY: ReadonlySet<SecurityKind> = new Set(['signInFailed', 'factorMissing', 'codeWrong', 'passwordWrong']);
/** Tries at the account that the entry names. */
const TRIED: ReadonlySet<SecurityKind> = new Set([
  'passkeyWrong',
  'passkeyCopied',
  'passwordWrong',
  'codeWrong',
  'triesLimited',
]);

export interface SecurityEvent {
  readonly kind: SecurityKind;
  readonly organizationId: string | null;
  readonly actor: SecurityActor;
  /** A member or a program of the organization, or the operator. */
  readonly isStaff: boolean;
  readonly address: string | null;
  /** The `User-Agent`. */
  readonly device: string | null;
  /** Method and path of the contract. */
  readonly call: string | null;
  /** The account of an attempted sign-in. Only its id is kept, in the log of each school of whose staff it is. */
  readonly email?: string | undefined;
  /**
   * It concerns the actor's account, so it is for the schools of whose staff the account is, wherever it was done. Without any it is for
   * `organizationId` only if the person has applied there.
   */
  readonly isOfAccount?: boolean;
  /** A sign-in whose person had given the right password before, which has an entry of its own that is no attack then. */
  readonly isSecondHalf?: boolean;
}

export interface SecurityLog {
  /** Returns at once and never fails; what cannot be kept is counted as dropped. */
  record(event: SecurityEvent): void;
  /** Writes what waits in this process. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

interface Waiting {
  readonly entry: SecurityEntry;
  readonly isStaff: boolean;
  readonly group: Group;
  readonly email: string | undefined;
  readonly isOfAccount: boolean;
  /** How many of its sign-ins began with the password alone. */
  readonly halves: number;
}

export interface SecurityLogOptions {
  readonly environment: Pick<Environment, 'log' | 'vault' | 'identity' | 'queries' | 'now'>;
  readonly keys: Pick<SubjectKeys, 'getMany'>;
  readonly derive: Derive;
  readonly onDropped: (count: number) => void;
  readonly onProblem: (message: string, error: unknown) => void;
}

/** Collects events in memory, one entry for each actor, kind, network and period, and writes them beside the requests. */
export function createSecurityLog(options: SecurityLogOptions): SecurityLog {
  const { environment, keys, derive, onDropped, onProblem } = options;
  const idKey = derive('intake security log');
  const { vault, identity, queries, now } = environment;
  const entries = openSecurityEntries(vault);
  let waiting = new Map<string, Waiting>();
  /** Whose schools are found when it is written, and only then whose room it takes: a stranger must not hide it behind tries at others. */
  let unjudged = new Map<string, Waiting>();
  const begun = new LRUCache<string, { readonly minute: number; readonly ids: Set<string> }>({ max: MOST_GROUPS });
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<boolean> = Promise.resolve(true);
  let isClosed = false;

  const writeAfter = (ms: number) => {
    if (timer !== undefined || isClosed) return;
    timer = setTimeout(() => {
      timer = undefined;
      void write();
    }, ms).unref();
  };

  /** False if the group or the memory has no room for another entry of its own. */
  function hasRoom({ entry: { _id: id, organizationId, lastAt }, group: own }: Waiting): boolean {
    const group = `${organizationId}.${own}`;
    const minute = Math.floor(Date.parse(lastAt) / MINUTE_MS);
    const known = begun.get(group);
    const current = known?.minute === minute ? known : { minute, ids: new Set<string>() };
    if (current !== known) begun.set(group, current);
    if (current.ids.has(id)) return true;
    if (current.ids.size >= MOST_PER_MINUTE || waiting.size >= MOST_WAITING) return false;
    current.ids.add(id);
    return true;
  }

  function collect(one: Waiting, most: number): void {
    if (!addTo(waiting, one, most)) onDropped(one.entry.count);
  }

  function record(event: SecurityEvent): void {
    const at = now();
    const subject = event.email === undefined ? event.actor.id : identity.userId(event.email, 0);
    const { isStaff, email, isOfAccount = false, isSecondHalf = false } = event;
    const entry = entryOf(event, { subject, at, idKey });
    const one = { entry, isStaff, group: groupOf(event), email, isOfAccount, halves: isSecondHalf ? 1 : 0 };
    const isCollected = isUnjudged(one)
      ? addTo(unjudged, one, COSTLY.has(event.kind) ? MOST_WAITING : MOST_WITHOUT_TRY)
      : (waiting.has(entry._id) || hasRoom(one)) && addTo(waiting, one, MOST_WAITING);
    if (!isCollected) collect(restOf(one, idKey), 2 * MOST_WAITING);
    writeAfter(WRITE_AFTER_MS);
  }

  /** What exceeds the room of a minute is counted together. */
  const inRoom = (one: Waiting): Waiting => (one.entry.isRest || hasRoom(one) ? one : restOf(one, idKey));

  async function judge(one: Waiting, find: FindAccount): Promise<readonly Waiting[]> {
    const { entry, email } = one;
    if (entry.isRest && entry.actorId === null) return [one];
    if (email !== undefined) {
      // A log that cannot be read costs the account's name, not the entry.
      return (await judgeAttempt(one, email, find).catch(() => undefined)) ?? [one];
    }
    const { actorId } = entry;
    if (entry.actorKind !== 'user' || actorId === null) return [one];
    const own = one.isOfAccount && !entry.isRest ? await ofAccount(one, actorId) : [one];
    const subject = `${user.category}-${actorId}`;
    const isErased = (await keys.getMany([subject])).get(subject) === 'erased';
    return isErased ? own.map((each) => ({ ...each, entry: withoutPerson(each.entry) })) : own;
  }

  async function ofAccount(one: Waiting, userId: string): Promise<readonly Waiting[]> {
    const { kind, organizationId } = one.entry;
    const group = TRIED.has(kind) && !one.isStaff ? 'aimed' : 'staff';
    const aimed = await aimedAt(one, userId, group);
    if (aimed.length > 0 || organizationId === null) return aimed.length > 0 ? aimed : [one];
    const applied = await queries.applicationsOfUser(userId);
    return applied.some((each) => each.organizationId === organizationId) ? [one] : [movedTo(one, null, userId)];
  }

  function movedTo(one: Waiting, organizationId: string | null, subject: string): Waiting {
    const { at, kind, actorKind, network, device } = one.entry;
    const _id = idOf(idKey, Date.parse(at), [organizationId, kind, actorKind, subject, network, device]);
    return { ...one, entry: { ...one.entry, _id, organizationId } };
  }

  /** A try at an account, which the log of another school does not name: it must not learn whose accounts exist. */
  async function judgeAttempt(one: Waiting, email: string, find: FindAccount): Promise<readonly Waiting[]> {
    const { entry } = one;
    const { userId, state } = await find(email);
    const group = entry.kind === 'factorMissing' ? 'halfway' : 'aimed';
    const aimed = state.exists ? await aimedAt(one, userId, group) : [];
    const ofInstallation = entry.organizationId === null;
    // Of anybody but staff and Creators it is the first half of each log-in with two factors.
    if (entry.kind === 'factorMissing' && !(ofInstallation && state.isCreator)) return aimed;
    if (isAmong(aimed, entry.organizationId)) return aimed;
    const isNamed = ofInstallation && state.exists;
    const named = isNamed ? ({ ...entry, actorKind: 'user', actorId: userId } as const) : entry;
    return [...aimed, { ...one, entry: named }];
  }

  /** An entry for each school of whose staff the account is, wherever it was tried. */
  async function aimedAt(one: Waiting, userId: string, group: Group): Promise<readonly Waiting[]> {
    const schools = new Set((await queries.rolesOfUser(userId)).map(({ orgId }) => orgId));
    return [...schools].map((organizationId) => {
      const moved = movedTo(one, organizationId, userId);
      return { ...moved, entry: { ...moved.entry, actorKind: 'user', actorId: userId }, group };
    });
  }

  /** Adds to the stored entry, or else takes room of its group's day. */
  async function store(judged: readonly Waiting[]): Promise<void> {
    const known = new Set((await entries.getMany(judged.map(({ entry }) => entry._id))).map(({ _id }) => _id));
    const used = new Map<string, number>();
    const rests = new Map<string, SecurityEntry>();
    const own: SecurityEntry[] = [];
    for (const { entry, ...one } of judged) {
      const share = `${entry.organizationId}.${one.group}.${entry.at.slice(0, 10)}`;
      if (!entry.isRest && !known.has(entry._id)) {
        const count = used.get(share) ?? (await entries.count({ share }));
        used.set(share, count + 1);
        if (count >= MOST_PER_DAY[one.group]) {
          const { entry: rest } = restOf({ ...one, entry }, idKey);
          const other = rests.get(rest._id);
          rests.set(rest._id, other ? joined(other, rest) : rest);
          continue;
        }
      }
      own.push(entry.isRest ? entry : { ...entry, share });
    }
    // The rests last: one of them may be among the others.
    await addAll(own);
    await addAll([...rests.values()]);
    for (const { entry, halves } of judged) if (halves > 0 && !entry.isRest) await subtractCompleted(entry, halves);
  }

  /** Removes log-ins from the entries about missing second factors, because the second factor has followed. */
  async function subtractCompleted({ organizationId, actorId, network, device, at }: SecurityEntry, halves: number) {
    let left = halves;
    for (let minute = 0; minute <= HALVES_MINUTES && left > 0; minute += 1) {
      const period = Date.parse(at) - minute * MINUTE_MS;
      const id = idOf(idKey, period, [organizationId, 'factorMissing', 'anonymous', actorId, network, device]);
      left -= await subtractFrom(id, left);
    }
  }

  async function subtractFrom(id: string, most: number): Promise<number> {
    for (let race = 0; race < RACES; race += 1) {
      const stored = await entries.get(id);
      if (!stored) return 0;
      const taken = Math.min(most, stored.count);
      const { count } = stored;
      const isDone =
        taken === count ? await entries.delete(id, { count }) : await entries.replace(fewer(stored, taken), { count });
      if (isDone) return taken;
    }
    return 0;
  }

  async function addAll(all: readonly SecurityEntry[]): Promise<void> {
    for (let from = 0; from < all.length; from += AT_ONCE)
      await Promise.all(all.slice(from, from + AT_ONCE).map((entry) => add(entry)));
  }

  async function add(entry: SecurityEntry): Promise<void> {
    for (let race = 0; race < RACES; race += 1) {
      const stored = await entries.get(entry._id);
      const isDone = stored
        ? await entries.replace(joined(stored, entry), { count: stored.count })
        : await entries.insert(entry);
      if (isDone) return;
    }
    onDropped(entry.count);
  }

  async function writeWaiting(): Promise<boolean> {
    const [taken, aimed] = [waiting, unjudged];
    if (taken.size + aimed.size === 0) return true;
    waiting = new Map();
    unjudged = new Map();
    try {
      const find = onceForEach((email: string) => findAccount(environment, email));
      const judged = new Map<string, Waiting>();
      for (const one of taken.values())
        for (const each of await judge(one, find)) addTo(judged, each, Number.POSITIVE_INFINITY);
      for (const one of aimed.values())
        for (const each of await judge(one, find)) addTo(judged, inRoom(each), Number.POSITIVE_INFINITY);
      await store([...judged.values()]);
      return true;
    } catch (error) {
      onProblem('The security log could not be written', error);
      for (const one of taken.values()) collect(one, one.entry.isRest ? 2 * MOST_WAITING : MOST_WAITING);
      for (const one of aimed.values()) {
        if (!addTo(unjudged, one, MOST_WAITING)) onDropped(one.entry.count);
      }
      writeAfter(RETRY_AFTER_MS);
      return false;
    }
  }

  const write = (): Promise<boolean> => {
    writing = writing.then(writeWaiting);
    return writing;
  };

  return {
    record(event) {
      try {
        record(event);
      } catch (error) {
        onDropped(1);
        onProblem('The security log could not record something', error);
      }
    },
    async flush() {
      await write();
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      if (await write()) return;
      for (const { entry } of [...waiting.values(), ...unjudged.values()]) onDropped(entry.count);
    },
  };
}

type FindAccount = (email: string) => ReturnType<typeof findAccount>;

function onceForEach<Found>(find: (key: string) => Promise<Found>): (key: string) => Promise<Found> {
  const found = new Map<string, Promise<Found>>();
  return (key) => {
    const known = found.get(key) ?? find(key);
    found.set(key, known);
    return known;
  };
}

const isUnjudged = ({ email, isOfAccount }: Waiting): boolean => email !== undefined || isOfAccount;

/** False if there is no room. */
function addTo(waiting: Map<string, Waiting>, one: Waiting, most: number): boolean {
  const { _id: id } = one.entry;
  const known = waiting.get(id);
  if (known) {
    waiting.set(id, { ...known, entry: joined(known.entry, one.entry), halves: known.halves + one.halves });
  } else if (waiting.size < most) waiting.set(id, one);
  else return false;
  return true;
}

function groupOf({ kind, isStaff, actor }: SecurityEvent): Group {
  if (kind === 'unusual') return 'unusual';
  if (kind === 'factorMissing') return 'halfway';
  if (isStaff) return 'staff';
  return actor.id !== null && OF_ACCOUNTS.has(kind) ? 'accounts' : 'outside';
}

/** What concerns no school is for the operator only, unless it was aimed at the staff of one. */
const isAmong = (aimed: readonly Waiting[], organizationId: string | null): boolean =>
  organizationId === null ? aimed.length > 0 : aimed.some(({ entry }) => entry.organizationId === organizationId);

function entryOf(
  { kind, organizationId, actor, address, device, call }: SecurityEvent,
  { subject, at, idKey }: { readonly subject: string | null; readonly at: number; readonly idKey: Buffer },
): SecurityEntry {
  const periodMs = BY_THE_HOUR.has(kind) ? HOUR_MS : MINUTE_MS;
  const period = at - (at % periodMs);
  const network = address === null ? null : truncatedAddress(address);
  const known = device === null ? null : deviceName(device);
  const instant = new Date(at).toISOString();
  return {
    _id: idOf(idKey, period, [organizationId, kind, actor.kind, subject, network, known]),
    organizationId,
    kind,
    actorKind: actor.kind,
    actorId: actor.id,
    network,
    device: known,
    at: new Date(period).toISOString(),
    firstAt: instant,
    lastAt: instant,
    count: 1,
    calls: call === null ? [] : [{ call, count: 1 }],
    isRest: false,
    share: null,
  };
}

/** Keyed, because an id covers whom an entry must not name: the account of a try from outside, or an erased person. */
const idOf = (key: Buffer, period: number, parts: readonly (string | boolean | null)[]): string =>
  `${idPrefix(period)}.${createHmac('sha256', key)
    .update(JSON.stringify([period, ...parts]))
    .digest('hex')
    .slice(0, 32)}`;

function restOf({ entry, ...one }: Waiting, idKey: Buffer): Waiting {
  const begin = Date.parse(entry.at);
  const period = begin - (begin % HOUR_MS);
  const { organizationId, kind } = entry;
  const actorId = NAMED_IN_RESTS.has(one.group) ? entry.actorId : null;
  return {
    ...one,
    email: undefined,
    entry: {
      ...withoutPerson(entry),
      _id: idOf(idKey, period, [organizationId, kind, one.isStaff, 'rest', ...(actorId === null ? [] : [actorId])]),
      actorKind: actorId === null ? 'anonymous' : entry.actorKind,
      actorId,
      at: new Date(period).toISOString(),
      isRest: true,
    },
  };
}

export const withoutPerson = (entry: SecurityEntry): SecurityEntry => ({
  ...entry,
  actorId: null,
  network: null,
  device: null,
});

function fewer(entry: SecurityEntry, amount: number): SecurityEntry {
  let left = amount;
  const calls = entry.calls.flatMap(({ call, count }) => {
    const taken = Math.min(left, count);
    left -= taken;
    return taken === count ? [] : [{ call, count: count - taken }];
  });
  return { ...entry, count: entry.count - amount, calls };
}

function joined(one: SecurityEntry, other: SecurityEntry): SecurityEntry {
  const counts = new Map(one.calls.map(({ call, count }) => [call, count]));
  for (const { call, count } of other.calls) {
    if (counts.has(call) || counts.size < MOST_CALLS) counts.set(call, (counts.get(call) ?? 0) + count);
  }
  return {
    ...one,
    firstAt: one.firstAt < other.firstAt ? one.firstAt : other.firstAt,
    lastAt: one.lastAt > other.lastAt ? one.lastAt : other.lastAt,
    count: one.count + other.count,
    calls: [...counts].map(([call, count]) => ({ call, count })),
  };
}
