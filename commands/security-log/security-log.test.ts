import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type CommandEnvironment, contextBy, openCommandEnvironment } from '../../test/support/command-environment.ts';
import { NOBODY } from '../privacy/person.ts';
import { createSecurityLogPlace } from '../privacy/security-log-place.ts';
import { ensureAccount } from '../user/ensure-account.ts';
import { createPasswords } from '../user/passwords.ts';
import { KEPT_MS, openSecurityEntries, sweepSecurityLog } from './entries.ts';
import { createSecurityLog, type SecurityEvent, type SecurityLog } from './security-log.ts';

const DAY_MS = 86_400_000;
const NOON = Date.parse('2026-03-01T12:00:10Z');
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0';

let environment: CommandEnvironment;
let clock: number;
let dropped: number;
let problems: string[];
let isAway: boolean;
let isLogAway: boolean;
let log: SecurityLog;
let idSeed = 'a key';
beforeEach(async () => {
  environment = await openCommandEnvironment();
  clock = NOON;
  dropped = 0;
  problems = [];
  isAway = false;
  isLogAway = false;
  log = open();
});
afterEach(async () => {
  await log.close();
  await environment[Symbol.asyncDispose]();
});

const derive = (purpose: string) => createHash('sha256').update(`${idSeed} ${purpose}`).digest();

const open = () => {
  const { vault, keys } = environment;
  const unreachable = () => Promise.reject(new Error('away'));
  return createSecurityLog({
    environment: {
      ...environment,
      now: () => clock,
      log: {
        ...environment.log,
        readStream: (...given) => (isLogAway ? unreachable() : environment.log.readStream(...given)),
      },
      vault: {
        collection(spec) {
          const collection = vault.collection<never>(spec);
          const getMany: typeof collection.getMany = (ids) => (isAway ? unreachable() : collection.getMany(ids));
          return { ...collection, getMany } as never;
        },
      },
    },
    keys,
    derive,
    onDropped: (count) => {
      dropped += count;
    },
    onProblem: (message) => problems.push(message),
  });
};

const refused: SecurityEvent = {
  kind: 'refused',
  organizationId: 'org',
  actor: { kind: 'user', id: 'mallory' },
  isStaff: true,
  address: '203.0.113.77',
  device: FIREFOX,
  call: 'GET /api/webhooks',
};
const attemptAt = (email: string, changes: Partial<SecurityEvent> = {}): SecurityEvent => ({
  ...refused,
  kind: 'signInFailed',
  actor: { kind: 'anonymous', id: null },
  isStaff: false,
  call: 'POST /api/login',
  email,
  ...changes,
});
const entries = async () => {
  await log.flush();
  return (await openSecurityEntries(environment.vault).find({})).documents;
};
const accountOf = async (email: string): Promise<string> => {
  const passwords = createPasswords({
    vault: environment.vault,
    now: () => clock,
    cost: { memory: 8, passes: 1, parallelism: 1 },
  });
  const made = await ensureAccount(
    { ...environment, passwords } as never,
    { email, password: 'correct horse battery' },
    contextBy({ kind: 'system', roles: [], isCreator: true }),
  );
  if (!made.ok) throw new Error(made.rejection.message);
  return made.value.userId;
};

describe('the security log', () => {
  test('keeps what one actor does within a minute as one entry, with each call and a truncated address', async () => {
    log.record(refused);
    log.record({ ...refused, address: '203.0.113.78' });
    await log.flush();
    clock += 20_000;
    log.record({ ...refused, call: 'GET /api/audit' });
    clock += 60_000;
    log.record(refused);
    expect(await entries()).toMatchObject([
      { at: '2026-03-01T12:01:00.000Z', count: 1 },
      {
        organizationId: 'org',
        kind: 'refused',
        actorKind: 'user',
        actorId: 'mallory',
        network: '203.0.113.0/24',
        device: 'Firefox on Linux',
        firstAt: '2026-03-01T12:00:10.000Z',
        lastAt: '2026-03-01T12:00:30.000Z',
        count: 3,
        calls: [
          { call: 'GET /api/webhooks', count: 2 },
          { call: 'GET /api/audit', count: 1 },
        ],
        isRest: false,
      },
    ]);
  });

  test('counts a flood from many networks together, and keeps the room of the staff and of other schools', async () => {
    for (let network = 0; network < 5000; network += 1) {
      log.record(attemptAt('nobody@example.org', { address: `10.${network >> 8}.${network & 255}.1` }));
    }
    log.record(refused);
    log.record({ ...refused, organizationId: 'other' });
    const found = await entries();
    expect(found.length).toBeLessThan(40);
    expect(found.filter(({ isRest }) => isRest)).toMatchObject([{ kind: 'signInFailed', network: null, count: 4970 }]);
    expect(found.filter(({ kind }) => kind === 'refused').map(({ organizationId }) => organizationId)).toEqual(
      expect.arrayContaining(['org', 'other']),
    );
    expect(dropped).toBe(0);
  });

  test('names the accounts that are refused and those that the Owners hear of, whatever nobody in particular tries', async () => {
    const stranger = { ...refused, kind: 'foreignId', isStaff: false } as const;
    for (let minute = 0; minute < 12; minute += 1) {
      clock = NOON + minute * 60_000;
      for (let n = 0; n < 31; n += 1) log.record(attemptAt(`${minute}.${n}@example.org`));
      await log.flush();
    }
    log.record(stranger);
    const named = async (kind: string) =>
      (await entries()).filter((one) => one.kind === kind && one.actorId === 'mallory' && one.network !== null).length;
    expect(await named('foreignId')).toBe(1);
    for (let n = 0; n < 31; n += 1) log.record({ ...stranger, actor: { kind: 'user', id: `free-${n}` } });
    clock += 60_000;
    for (let n = 0; n < 31; n += 1) log.record({ ...stranger, actor: { kind: 'user', id: `free-${n}` } });
    log.record({ ...stranger, kind: 'unusual' });
    expect(await named('unusual')).toBe(1);
  });

  test('is bounded for a whole day of it, also behind a restart', async () => {
    for (let minute = 0; minute < 40; minute += 1) {
      clock = NOON + minute * 60_000;
      for (let network = 0; network < 40; network += 1)
        log.record({ ...refused, address: `10.${minute}.${network}.1` });
      await log.flush();
      if (minute % 10 === 9) {
        await log.close();
        log = open();
      }
    }
    const found = await entries();
    expect(found.length).toBeLessThanOrEqual(503);
    expect(found.reduce((sum, { count }) => sum + count, 0)).toBe(1600);
    clock = NOON + DAY_MS;
    log.record(refused);
    expect((await entries())[0]).toMatchObject({ isRest: false, network: '203.0.113.0/24' });
  });

  test('names the member who has used up the room of the staff, with what they do then', async () => {
    for (let minute = 0; minute < 20; minute += 1) {
      clock = NOON + minute * 60_000;
      for (let network = 0; network < 30; network += 1)
        log.record({ ...refused, address: `10.${minute}.${network}.1` });
      await log.flush();
    }
    log.record({ ...refused, kind: 'massRead' });
    log.record({ ...refused, kind: 'massRead', actor: { kind: 'user', id: 'jun' } });
    const reads = (await entries()).filter(({ kind }) => kind === 'massRead');
    expect(reads.map(({ actorId }) => actorId).toSorted()).toEqual(['jun', 'mallory']);
    expect(reads).toMatchObject([{ isRest: true, network: null }, { isRest: true }]);
  });

  test('keeps what fits into its memory while its store is away, and counts what is dropped', async () => {
    isAway = true;
    for (let school = 0; school < 5000; school += 1) log.record({ ...refused, organizationId: `school ${school}` });
    await log.flush();
    expect(problems).toEqual(['The security log could not be written']);
    expect(dropped).toBe(1000);
    isAway = false;
    expect(await entries()).toHaveLength(4000);
  });

  test('keeps a try without its account while the log cannot be read', async () => {
    await accountOf('owner@example.org');
    isLogAway = true;
    log.record(attemptAt('owner@example.org', { organizationId: null }));
    expect(await entries()).toMatchObject([{ kind: 'signInFailed', actorId: null, count: 1 }]);
    expect(problems).toEqual([]);
  });

  test('names the account that somebody tried to enter in the log of each of its schools, and of the installation if it has none', async () => {
    const userId = await accountOf('owner@example.org');
    environment.roles.set(userId, [{ orgId: 'org', role: 'Owner' }]);
    log.record(attemptAt('Owner@example.org'));
    log.record(attemptAt('owner@example.org', { organizationId: 'other' }));
    log.record(attemptAt('owner@example.org', { organizationId: null }));
    log.record(attemptAt('nobody@example.org', { organizationId: null }));
    const found = await entries();
    const told = found.map(({ organizationId, actorId }) => `${organizationId} ${actorId}`);
    expect(told.sort()).toEqual(['null null', `org ${userId}`, 'other null'].sort());
    expect(found.find(({ actorId }) => actorId === userId)).toMatchObject({ count: 3 });
    expect(JSON.stringify(found)).not.toMatch(/example\.org|203\.0\.113\.77/);
  });

  test('names the account of staff whose password is known behind a flood of wrong ones, and no account of others', async () => {
    const owner = await accountOf('owner@example.org');
    await accountOf('applicant@example.org');
    environment.roles.set(owner, [{ orgId: 'org', role: 'Owner' }]);
    for (let minute = 0; minute < 12; minute += 1) {
      clock = NOON + minute * 60_000;
      for (let network = 0; network < 31; network += 1)
        log.record(attemptAt('owner@example.org', { address: `10.${minute}.${network}.1` }));
      await log.flush();
    }
    for (const organizationId of ['org', 'other', null]) {
      for (const email of ['owner@example.org', 'applicant@example.org'])
        log.record(attemptAt(email, { kind: 'factorMissing', organizationId }));
    }
    const known = (await entries()).filter(({ kind }) => kind === 'factorMissing');
    expect(known).toMatchObject([{ organizationId: 'org', actorId: owner, isRest: false, count: 3 }]);
  });

  test('names each member whose account is tried behind tries at others, at whatever address', async () => {
    const [owner, viewer] = [await accountOf('owner@example.org'), await accountOf('viewer@example.org')];
    for (const userId of [owner, viewer]) environment.roles.set(userId, [{ orgId: 'org', role: 'Viewer' }]);
    const tries = ['signInFailed', 'factorMissing'] as const;
    for (const organizationId of ['org', 'other', null]) {
      for (const kind of tries) {
        for (let n = 0; n < 40; n += 1) log.record(attemptAt(`${n}@example.org`, { kind, organizationId }));
        for (let network = 0; network < 40; network += 1)
          log.record(attemptAt('viewer@example.org', { kind, organizationId, address: `10.0.${network}.1` }));
        log.record(attemptAt('owner@example.org', { kind, organizationId }));
      }
    }
    const ofSchool = (await entries()).filter(({ organizationId }) => organizationId === 'org');
    for (const kind of tries) {
      const named = ofSchool.filter((one) => one.kind === kind && one.actorId === owner);
      expect(named, kind).toMatchObject([{ count: 3 }]);
    }
  });

  test('names a tried member behind any number of refusals of accounts that do not exist', async () => {
    const owner = await accountOf('owner@example.org');
    environment.roles.set(owner, [{ orgId: 'org', role: 'Owner' }]);
    for (let n = 0; n < 2500; n += 1) log.record(attemptAt(`${n}@example.org`, { kind: 'triesLimited' }));
    log.record(attemptAt('owner@example.org', { organizationId: null }));
    const named = (await entries()).filter(({ actorId }) => actorId === owner);
    expect(named).toMatchObject([{ organizationId: 'org', kind: 'signInFailed', isRest: false, count: 1 }]);
  });

  test('has what strangers do to their own accounts in no school where they have not applied, however much it is', async () => {
    for (let n = 0; n < 100; n += 1) {
      const actor = { kind: 'user', id: `stranger-${n}` } as const;
      log.record({ ...refused, kind: 'accountDeleted', actor, isStaff: false, isOfAccount: true });
    }
    const found = await entries();
    expect(found.reduce((sum, { count }) => sum + count, 0)).toBe(100);
    expect(new Set(found.map(({ organizationId }) => organizationId))).toEqual(new Set([null]));
  });

  test('no longer has a right password without the second factor once a log-in from there has given it', async () => {
    const owner = await accountOf('owner@example.org');
    environment.roles.set(owner, [{ orgId: 'org', role: 'Owner' }]);
    const half = attemptAt('owner@example.org', { kind: 'factorMissing' });
    const enter = (changes: Partial<SecurityEvent> = {}) =>
      log.record({ ...refused, kind: 'signedIn', actor: { kind: 'user', id: owner }, isSecondHalf: true, ...changes });
    const left = async () =>
      (await entries()).filter(({ kind }) => kind === 'factorMissing').map(({ count, calls }) => [count, calls]);
    const call = 'POST /api/login';
    for (let n = 0; n < 3; n += 1) log.record(half);
    clock += 5 * 60_000;
    enter();
    expect(await left()).toEqual([[2, [{ call, count: 2 }]]]);
    enter({ device: null });
    enter({ address: '198.51.100.7' });
    enter({ isSecondHalf: false });
    expect(await left()).toEqual([[2, [{ call, count: 2 }]]]);
    log.record(half);
    enter();
    expect(await left()).toEqual([[2, [{ call, count: 2 }]]]);
    clock += 6 * 60_000;
    enter();
    expect(await left()).toEqual([[2, [{ call, count: 2 }]]]);
  });

  test('forgets an erased person, also in what was written later, and keeps what happened', async () => {
    const userId = await accountOf('mallory@example.org');
    const byMallory = { ...refused, actor: { kind: 'user', id: userId } } as const;
    log.record(byMallory);
    expect(await entries()).toMatchObject([{ actorId: userId }]);
    const found = await createSecurityLogPlace(environment.vault).find({ ...NOBODY, accountId: userId });
    expect(found.held).toMatchObject([{ kind: 'refused', network: '203.0.113.0/24', device: 'Firefox on Linux' }]);
    clock += 60_000;
    log.record(byMallory);
    await environment.keys.erase(`user-${userId}`, new Date(clock).toISOString());
    await log.flush();
    expect(await found.remove(contextBy())).toEqual({ count: 1 });
    const nobody = { kind: 'refused', actorKind: 'user', actorId: null, network: null, device: null };
    expect(await entries()).toMatchObject([nobody, nobody]);
    expect(await found.remove(contextBy())).toEqual({ count: 0 });
  });

  test('has ids that need its own key and differ in each minute, so that nothing links entries that name no account', async () => {
    const suffixes = async () => (await entries()).map(({ _id }) => _id.split('.')[1]);
    const attempt = attemptAt('nobody@example.org');
    log.record(attempt);
    await log.flush();
    clock += 60_000;
    log.record(attempt);
    const [later, earlier] = await suffixes();
    expect(later).not.toBe(earlier);
    await log.close();
    idSeed = 'another key';
    log = open();
    log.record(attempt);
    expect(new Set(await suffixes()).size, 'three ids of the same try').toBe(3);
    idSeed = 'a key';
  });

  test('deletes entries after 180 days', async () => {
    log.record(refused);
    await log.flush();
    clock += 60_000;
    log.record(refused);
    await log.flush();
    clock = NOON + KEPT_MS;
    await sweepSecurityLog({ vault: environment.vault, now: () => clock });
    expect(await entries()).toMatchObject([{ at: '2026-03-01T12:01:00.000Z' }]);
  });
});
