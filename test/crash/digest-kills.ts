import { setTimeout as pause } from 'node:timers/promises';
import { readConfig } from '../../api/config/config.ts';
import { createLogger } from '../../api/logging/logging.ts';
import { startServer } from '../../api/server.ts';
import { systemContext } from '../../commands/context/context.ts';
import { handle } from '../../commands/handling/handle.ts';
import { LANES } from '../../commands/outbox/lanes.ts';
import { user } from '../../domain/user/user.ts';
import { createClient } from '../support/client.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { accepted, addStaff, applied, createSchool, ensured, freshEmail } from '../support/school.ts';
import { QUICK_PASSWORDS } from '../support/server.ts';
import type { Finding, Options, Pair } from './finding.ts';
import { type Installation, openInstallation } from './installation.ts';

const PEOPLE = 60;
const MOST_KILLS = 20;
const LONGEST_PAUSE_MS = 20;
const TWO_DAYS_MS = 2 * 86_400_000;
/** Shared stores keep the claim of a killed process for 30 s. */
const PATIENCE_MS = 180_000;
const PORTAL = { embedded: 'all', servers: 'worker' } as const;

export interface KilledDigests {
  readonly kills: number;
  readonly people: number;
  /** Emails beyond one for each person; these have the Message-ID of the first. */
  readonly repeated: number;
  readonly mostRepeated: number;
}

/** kill -9 of the process that issues and sends the digests of one day. */
export async function killDigests({ pairs, kills }: Options, say: (line: string) => void): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const pair of pairs) {
    const { kills: done, people, repeated, mostRepeated } = await killWhileDigesting(pair, Math.min(kills, MOST_KILLS));
    say(`${pair}: ${done} kills, ${people} people, ${repeated} emails repeated`);
    findings.push({
      promise: `kill -9 of the process that issues and sends the daily digests of ${people} people, ${pair}`,
      figure: `${done} kills; one digest for each person and day in the log, each email arrived, ${repeated} more than once, under the same Message-ID`,
      holds: repeated <= mostRepeated,
    });
  }
  return findings;
}

/** Throws if a person gets no digest, or two that differ in their Message-ID. */
export async function killWhileDigesting(pair: Pair, kills: number): Promise<KilledDigests> {
  await using installation = await openInstallation(pair);
  const mails = await startMailServer();
  try {
    const timeZone = zoneAtNoon();
    const people = await peopleOfTwoDaysAgo(installation, timeZone);
    Object.assign(installation.environment, { SMTP_URL: mails.url });
    const reached = () => people.filter(({ email }) => digestsTo(mails, email).length > 0).length;
    let sender = await installation.start(PORTAL[pair]);
    let done = 0;
    for (; done < kills && reached() < PEOPLE; done += 1) {
      const enough = reached() + (PEOPLE - reached()) * Math.random() * 0.1;
      await until(() => reached() >= enough);
      await pause(Math.random() * LONGEST_PAUSE_MS);
      await sender.kill();
      sender = await installation.start(PORTAL[pair]);
    }
    await until(() => reached() === PEOPLE);
    await sender.kill();
    await requireOneDay(installation, people, timeZone);
    let repeated = 0;
    for (const { email } of people) {
      const ids = digestsTo(mails, email).map(({ messageId }) => messageId);
      if (new Set(ids).size !== 1) throw new Error(`${email} got different emails: ${ids.join(', ')}`);
      repeated += ids.length - 1;
    }
    return { kills: done, people: PEOPLE, repeated, mostRepeated: done * LANES.mail.atOnce };
  } finally {
    await mails.close();
  }
}

const digestsTo = (mails: MailServer, email: string) =>
  mails.to(email).filter(({ subject }) => subject?.startsWith('Your digest'));

/** So that the next day's digest is far away whenever this runs. */
function zoneAtNoon(): string {
  const offset = 12 - new Date().getUTCHours();
  return offset < 0 ? `Etc/GMT+${-offset}` : `Etc/GMT-${offset}`;
}

interface Person {
  readonly email: string;
  readonly id: string;
}

/** They switched their digest on two days ago, so one is due as soon as a process starts. */
async function peopleOfTwoDaysAgo(installation: Installation, timeZone: string): Promise<readonly Person[]> {
  const running = await startQuietly(installation, () => Date.now() - TWO_DAYS_MS);
  try {
    const host = { running, client: (options?: { organizationId?: string }) => createClient(running.url, options) };
    const { environment, engine } = running.composition;
    await engine.whenReady();
    const school = await createSchool(host, 'killed-digests');
    const people: Person[] = [];
    for (let n = 0; n < PEOPLE; n += 1) {
      const email = freshEmail();
      await addStaff(host, school.organizationId, email, 'Viewer');
      const id = await ensured(host, email);
      const change = { type: 'ChangeDailyDigest', data: { timeZone } } as const;
      accepted(await handle(environment, user, id, [change], systemContext(environment.now())));
      people.push({ email, id });
    }
    await applied(host, school);
    return people;
  } finally {
    await running.close();
  }
}

async function requireOneDay(installation: Installation, people: readonly Person[], timeZone: string): Promise<void> {
  const today = new Intl.DateTimeFormat('sv', { timeZone }).format();
  const running = await startQuietly(installation);
  try {
    for (const { email, id } of people) {
      const events = await running.composition.log.readStream(`user-${id}`);
      const days = events.flatMap(({ type, data }) =>
        type === 'DailyDigestIssued' ? [(data as { readonly day: string }).day] : [],
      );
      if (days.join() !== today) throw new Error(`${email} has the digests of ${days.join(', ')} instead of ${today}`);
    }
  } finally {
    await running.close();
  }
}

const startQuietly = ({ environment }: Installation, now = Date.now) =>
  startServer(readConfig({ ...environment, PORT: '0', DEMO: '0', LOG_LEVEL: 'silent', RATE_LIMITS: 'off' }), {
    now,
    passwordCost: QUICK_PASSWORDS,
    logger: createLogger('silent'),
  });

async function until(isSo: () => boolean): Promise<void> {
  for (const since = performance.now(); !isSo(); await pause(5)) {
    if (performance.now() - since > PATIENCE_MS) throw new Error('Digests are missing');
  }
}
