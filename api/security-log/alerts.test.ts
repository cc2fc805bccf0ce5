import { afterEach, beforeEach, expect, test } from 'vitest';
import { DOWNLOAD_ALERT, MORE_ALERTS } from '../../commands/reactions/security-alert-reactions.ts';
import type { SecurityEvent } from '../../commands/security-log/security-log.ts';
import { type CommandEnvironment, openCommandEnvironment } from '../../test/support/command-environment.ts';
import { withAlerts } from './alerts.ts';

const NOON = Date.parse('2026-03-01T12:00:00Z');
const DOWNLOAD: SecurityEvent = {
  kind: 'downloaded',
  organizationId: 'org',
  actor: { kind: 'user', id: 'jun' },
  isStaff: true,
  address: '203.0.113.77',
  device: 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0',
  call: 'POST /api/exports',
};

let environment: CommandEnvironment;
let asked: string[];
let problems: string[];
let isAway: boolean;
let clock: number;
beforeEach(async () => {
  environment = await openCommandEnvironment();
  asked = [];
  problems = [];
  isAway = false;
  clock = NOON;
});
afterEach(() => environment[Symbol.asyncDispose]());

/** A process on the same stores. */
const open = () =>
  withAlerts(
    { record: () => {} },
    {
      vault: environment.vault,
      now: () => clock,
      counts: { add: () => {}, sumOf: () => 0 },
      onProblem: (message) => problems.push(message),
      readModels: { organizations: { get: async () => ({ members: [{ userId: 'mia', role: 'Owner' }] }) } } as never,
      reactions: {
        async ask({ reaction }: { readonly reaction: string }) {
          if (isAway) throw new Error('away');
          asked.push(reaction);
        },
      } as never,
    },
  );

test('the Owners are told of a download at the next one of the day, if the email could not be asked for', async () => {
  const log = open();
  isAway = true;
  log.record(DOWNLOAD);
  await expect.poll(() => problems).toEqual(['The Owners could not be alerted']);
  isAway = false;
  log.record(DOWNLOAD);
  await expect.poll(() => asked).toEqual([DOWNLOAD_ALERT]);
});

test('two downloads at once take one email and the room of one, and another process sends no second one', async () => {
  const log = open();
  const by = (id: string) => ({ ...DOWNLOAD, isStaff: false, actor: { kind: 'user', id } }) as const;
  for (const id of ['jun', 'jun', 'ada', 'eva']) log.record(by(id));
  await expect.poll(() => asked).toEqual([DOWNLOAD_ALERT, DOWNLOAD_ALERT, DOWNLOAD_ALERT]);
  const other = open();
  other.record(by('jun'));
  other.record(by('noel'));
  await expect.poll(() => asked.slice(3)).toEqual([MORE_ALERTS]);
  clock += 86_400_000;
  other.record(by('jun'));
  await expect.poll(() => asked.slice(4)).toEqual([DOWNLOAD_ALERT]);
  expect(problems).toEqual([]);
});
