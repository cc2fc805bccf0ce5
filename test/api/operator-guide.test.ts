import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startEventStoreDouble } from '../support/eventstore-double.ts';
import { type Block, blocksOf, type Machine, openMachine, placeholdersOf } from '../support/guide.ts';
import { databaseUrl, mongoSource } from '../support/mongodb.ts';

/** The reason why the test does not run a block with this mark. */
const NOT_RUN: Readonly<Record<string, string>> = {
  docker: 'needs a Docker engine and the images of a registry',
  install: 'replaces the packages that the tests run on',
  root: 'makes a user and changes the machine',
};
const RUN = ['', 'stopped', 'machine'];

const document = await readFile('docs/operations.md', 'utf8');
const blocks = blocksOf(document).filter(({ language }) => language === 'sh');
const last = ({ section, text }: Block) => `${section}: ${text.trim().split('\n').at(-1)}`;
const mongodb = mongoSource();
/** Runs as scheduled: a manual backup would count until the next day. */
const SCHEDULED = 'npm run intake -- backup "$BACKUP_DIR/intake-00000000-$(date -u +%Y%m%dT%H%M%SZ)" --passphrase';
const withoutServers = (block: Block): Block => ({
  ...block,
  text: block.text.replaceAll(/^(?:EVENTSTORE|MONGODB)_URL=.*\n/gm, ''),
});

describe("the operator's guide", () => {
  let home: string;
  let machine: Machine;
  const closing: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'intake-guide-'));
    closing.push(() => rm(home, { recursive: true, force: true }));
    const places: Record<string, string> = { '/backups': join(home, 'backups'), '/safe': join(home, 'safe') };
    if (mongodb) {
      const [server, double] = [await mongodb.start(), await startEventStoreDouble()];
      closing.push(server.close, double.close);
      places['esdb://admin:password@eventstore.example.org:2113'] = double.url;
      places['mongodb://intake:password@mongo.example.org:27017/intake'] = databaseUrl(server.url);
    }
    machine = await openMachine(home, places);
    closing.push(machine.stop);
  });
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });

  test('has blocks of known kinds only, which the shell can read, and services that there are', async () => {
    for (const { language, mark, section } of blocksOf(document)) {
      expect(['sh', 'yaml', 'ini'], section).toContain(language);
      if (language === 'sh') expect([...RUN, ...Object.keys(NOT_RUN)], section).toContain(mark);
    }
    const composition = await readFile('docker-compose.yml', 'utf8');
    for (const { text } of blocks) {
      expect([text, spawnSync('bash', ['-n'], { input: text, encoding: 'utf8' }).stderr]).toEqual([text, '']);
      for (const [, service] of text.matchAll(/docker compose run .*?([a-z]+-\d) intake/g))
        expect(composition).toContain(`\n  ${service}: `);
    }
  });

  test('explains its placeholders, and uses no other', () => {
    const known = placeholdersOf(document);
    const named = blocks.flatMap(
      ({ text }) =>
        text.match(/(?<![\w./-])\/(?:etc|var|backups|safe|mnt|home)\b[\w/.-]*|\b[\w.]+@?[\w.]*\.example\.\w+/g) ?? [],
    );
    expect(named.length).toBeGreaterThan(0);
    const unknown = named.filter((name) => !known.some((one) => name.includes(one) || one.includes(name)));
    expect(unknown).toEqual([]);
  });

  test('runs the service as the user that it makes, who owns all that the blocks write to', () => {
    const service = blocksOf(document).find(({ language }) => language === 'ini')?.text ?? '';
    const settingOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(service)?.[1];
    const made = blocks.find(({ mark }) => mark === 'root')?.text ?? '';
    const user = settingOf('User');
    const owned = new RegExp(`^chown -R ${user}: (.*)$`, 'm').exec(made)?.[1]?.split(' ') ?? [];
    const roots = placeholdersOf(document).filter((name) => name.startsWith('/'));
    expect(owned.toSorted()).toEqual(roots.toSorted());
    expect(owned).toEqual(expect.arrayContaining([settingOf('WorkingDirectory'), settingOf('EnvironmentFile')]));
    expect(made).toMatch(new RegExp(`^useradd .*\\b${user}$`, 'm'));
  });

  describe('run from its first block to its last, on an empty machine and those that take its place', {
    timeout: 300_000,
  }, () => {
    for (const block of blocks) {
      const why = NOT_RUN[block.mark];
      if (block.section === 'Restore' && block.mark === 'machine') {
        test('a day later: a scheduled backup', () => machine.run({ text: SCHEDULED, mark: '' }));
      }
      if (why !== undefined) test.skip(`${last(block)} (${why})`);
      else test(last(block), () => machine.run(mongodb ? block : withoutServers(block)));
    }
    test('and everything is where it has moved to', async () => {
      const schools = await machine.run({ text: 'npm run --silent intake -- organization list', mark: '' });
      expect(schools).toContain('my-school\tMy School\t1 member');
    });
  });
});
