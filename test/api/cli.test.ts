import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { DEMO_APPLICANT } from '../../api/operator/demo/school.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import about from '../../package.json' with { type: 'json' };
import { createClient } from '../support/client.ts';
import { intakeInProcess, runIntakeInProcess } from '../support/intake-in-process.ts';
import { type RunningServer, runIntake, startServerProcess } from '../support/running-server.ts';
import { addApp } from '../support/second-factor.ts';

function flipTypes(file: string, types: readonly string[]): void {
  const log = new DatabaseSync(file);
  const damage = log.prepare("UPDATE events SET type = 'X' || substr(type, 2) WHERE type = ?");
  for (const type of types) expect(damage.run(type).changes).toBe(1);
  log.close();
}

const SCHOOL = [
  'organization',
  'create',
  '--name',
  'Night School',
  '--slug',
  'night-school',
  '--owner-email',
  'ann@night.example',
];

describe("the operator's command line", () => {
  let directory: string;
  let elsewhere: string;
  let server: RunningServer | undefined;
  const intakeApart = (...words: string[]) => runIntake(directory, ...words);
  const intakeOn = (dataDirectory: string, ...words: string[]) =>
    runIntakeInProcess({ DATA_DIR: dataDirectory }, ...words);
  const intake = (...words: string[]) => intakeOn(directory, ...words);
  const intakeJson = async <Answer>(...words: string[]) => JSON.parse(await intake(...words, '--json')) as Answer;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'intake-cli-'));
    elsewhere = await mkdtemp(join(tmpdir(), 'intake-cli-elsewhere-'));
  });
  afterAll(async () => {
    await server?.stop();
    for (const folder of [directory, elsewhere]) await rm(folder, { recursive: true, force: true });
  });

  test('works on the data directory itself while no server runs', async () => {
    expect(await intakeApart(...SCHOOL, '--owner-password', 'a-lantern-in-the-dark')).toContain('Log in at http');
    expect(await intakeApart('organization', 'list')).toContain('night-school\tNight School\t1 member');
  });

  test('reads the password of an Owner from a file, which no list of processes shows', async () => {
    const apart = join(directory, 'apart');
    const file = join(directory, 'password');
    await writeFile(file, 'a-lantern-in-the-dark\n');
    const founded = (name: string, ...rest: string[]) => {
      const words = ['--name', name, '--slug', `${name}-school`, '--owner-email', `${name}@night.example`];
      return intakeOn(apart, 'organization', 'create', ...words, ...rest);
    };
    expect(await founded('filed', '--owner-password-file', file)).not.toContain('Set the password first');
    await expect(founded('both', '--owner-password-file', file, '--owner-password', 'x')).rejects.toThrow(
      /cannot be used with/,
    );
    await expect(founded('absent', '--owner-password-file', join(directory, 'nowhere'))).rejects.toThrow(
      /ended with 1: .*nowhere cannot be read/,
    );
    await writeFile(file, 'one line\nand another');
    await expect(founded('lines', '--owner-password-file', file)).rejects.toThrow(
      'must contain the password in one line',
    );
    const child = spawn(
      process.execPath,
      [
        ...['api/cli.ts', 'organization', 'create', '--name', 'Piped', '--slug', 'piped-school'],
        ...['--owner-email', 'piped@night.example', '--owner-password-file', '-'],
      ],
      { env: { ...process.env, DATA_DIR: apart, LOG_LEVEL: 'warn' }, stdio: ['pipe', 'pipe', 'inherit'] },
    );
    child.stdin.end('another-lantern');
    const told = (await child.stdout.toArray()).join('');
    expect(told).toContain('Piped is ready');
    expect(told).not.toContain('Set the password first');
  });

  test('writes all of a long answer to a program that reads it slowly', async () => {
    const unknown = `--${'x'.repeat(100_000)}`;
    const words = ['api/cli.ts', 'projections', 'list', '--json', unknown];
    // A pipe of the shell takes 64 kB at once.
    const child = spawn('sh', ['-c', '"$0" "$@" | (sleep 3; cat)', process.execPath, ...words]);
    const answer = JSON.parse((await child.stdout.toArray()).join(''));
    expect(answer.error).toContain(unknown);
  });

  test('finds no data at a mistyped address, and makes none', async () => {
    const mistyped = join(directory, 'no', 'such');
    const readings = [['organization', 'list'], ['projections', 'list'], ['verify']];
    for (const words of [...readings, ['user', 'grant-creator', '--email', 'ann@night.example']]) {
      await expect(intakeOn(mistyped, ...words)).rejects.toThrow(/ended with 1: No Intake data in \S*no\/such\.\n$/);
    }
    expect(existsSync(join(directory, 'no'))).toBe(false);
  });

  test('says in one line what is wrong, and ends with 1', async () => {
    await expect(intakeApart(...SCHOOL)).rejects.toThrow(/ended with 1: (?!.* at ).*slug/s);
    await expect(intake('user', 'grant-creator', '--email', 'nobody@night.example')).rejects.toThrow(
      'No account uses nobody@night.example.',
    );
    await expect(intake('organization', 'remove-owner', '--email', 'ann@night.example')).rejects.toThrow(
      'This is the last Owner of this organization.',
    );
    await expect(intake('projections', 'rebuild', 'novels')).rejects.toThrow('There is no projection novels.');
  });

  test('writes results and errors for machines as one JSON value on standard output', async () => {
    const told = async (...words: string[]) => {
      const { code, out } = await intakeInProcess({ DATA_DIR: directory }, ...words, '--json');
      return [code, JSON.parse(out)];
    };
    const refused = (error: string) => [1, { error }];
    expect(await told('user', 'grant-creator', '--email', 'nobody@night.example')).toEqual(
      refused('No account uses nobody@night.example.'),
    );
    expect(await told('organization', 'create', '--name', 'A')).toEqual(
      refused("required option '--slug <slug>' not specified"),
    );
    expect(await told('organization', 'creat')).toEqual(refused("unknown command 'creat'\n(Did you mean create?)"));
    expect(await told('projections', 'rebuild')).toEqual(refused('Give the name of a projection, or --all.'));
    expect(await told('restore', join(directory, 'nowhere'))).toEqual(refused(expect.stringContaining('nowhere')));
    expect((await told('organization', 'list'))[0]).toBe(0);
  });

  test('says its version', async () => {
    expect(await intakeApart('--version')).toBe(`${about.version}\n`);
  });

  test('talks to the running server, whose answers show it at once', async () => {
    server = await startServerProcess(directory);
    const { url } = server;
    await intakeApart('user', 'grant-creator', '--email', 'ann@night.example');
    const login = await fetch(`${url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify({ email: 'ann@night.example', password: 'a-lantern-in-the-dark', isCreator: false }),
    });
    expect(login.status).toBe(200);
    expect(await login.json()).toMatchObject({ email: 'ann@night.example', isCreator: true });
  });

  test('resets a lost second factor, which ends the sessions of its account', async () => {
    const reset = (email: string) => intake('user', 'reset-factor', '--email', email);
    await expect(reset('nobody@night.example')).rejects.toThrow('No account uses nobody@night.example.');
    await expect(reset('ann@night.example')).rejects.toThrow(TEXTS.secondFactors.resetNone);
    const ann = createClient((server as RunningServer).url);
    const credentials = { email: 'ann@night.example', password: 'a-lantern-in-the-dark' };
    expect((await ann.call('login', { body: credentials })).status).toBe(200);
    await addApp(ann, credentials);
    expect((await createClient(ann.url).call('login', { body: credentials })).status).toBe(401);
    expect(await reset('ann@night.example')).toContain('The password alone logs ann@night.example in now.');
    expect((await ann.call('getUser')).status).toBe(401);
    expect((await ann.call('login', { body: credentials })).status).toBe(200);
  });

  test('rebuilds every read model while the server goes on answering', async () => {
    await intake('demo', '--applications', '20');
    const { url } = server as RunningServer;
    let answers = 0;
    const rebuild = intake('projections', 'rebuild', '--all');
    let isRunning = true;
    void rebuild.finally(() => {
      isRunning = false;
    });
    while (isRunning) {
      const response = await fetch(`${url}/api/organizations`);
      const organizations = (await response.json()) as { name: string }[];
      expect(organizations.map(({ name }) => name).toSorted()).toEqual(['Bagwis Code Academy', 'Night School']);
      answers += 1;
      await pause(20);
    }
    expect(await rebuild).toContain('All read models rebuilt and live.');
    expect(answers).toBeGreaterThan(5);
    const projections = await intakeJson<{ name: string; state: string; lag: number }[]>('projections', 'list');
    expect(projections.map(({ state, lag }) => ({ state, lag }))).toEqual(
      projections.map(() => ({ state: 'live', lag: 0 })),
    );
  });

  test('verifies the whole log and every read model', async () => {
    expect(await intakeJson('verify')).toMatchObject({ isSound: true, problemCount: 0 });
  });

  test('names every damaged event of a log, also where the read models cannot follow it', async () => {
    const damaged = join(directory, 'damaged');
    await intakeOn(damaged, ...SCHOOL, '--owner-password', 'a-lantern-in-the-dark');
    flipTypes(join(damaged, 'events.sqlite'), ['OrganizationCreated', 'MemberAdded']);
    const expectAllNamed = async () => {
      const complaint = await runIntake(damaged, 'verify').then(String, (error: Error) => error.message);
      expect(complaint).toMatch(/^intake verify ended with 1: /);
      expect(complaint.match(/The event at revision \d+ of organization-\S+ \(position \d+\) /g)).toHaveLength(2);
      expect(complaint).not.toMatch(/^\s+at /m);
      expect(complaint).not.toContain('"level"');
    };
    await expectAllNamed();
    await rm(join(damaged, 'read-models'), { recursive: true });
    await expectAllNamed();
    await expect(runIntake(damaged, 'organization', 'list')).rejects.toThrow(/Run "intake verify" for details/);
    expect(await runIntake(damaged, 'projections', 'list')).toContain('building');
  });

  test('backs up and exports beside the running server, and moves in only where none runs', async () => {
    const at = (name: string) => join(elsewhere, name);
    await mkdir(at('restored'));
    const { events } = await intakeJson<{ events: number }>('verify');
    await expect(intake('events', 'export', at('all.ndjson'), '--vault')).rejects.toThrow(
      /ended with 1: A passphrase is needed: set INTAKE_PASSPHRASE\.\n$/,
    );
    await expect(intake('backup', at('backup'), '--passphrase')).rejects.toThrow(
      /ended with 1: A passphrase is needed: set INTAKE_PASSPHRASE or BACKUP_PASSPHRASE\.\n$/,
    );
    vi.stubEnv('INTAKE_PASSPHRASE', 'a lantern in the dark');
    expect(await intakeJson('events', 'export', at('all.ndjson'), '--vault')).toMatchObject({ events });
    const copied = /[\d,]+ documents of the vault and [\d,]+ files?/;
    const [counts = ''] = copied.exec(await intake('backup', at('backup'), '--passphrase')) ?? [];
    expect(counts).not.toBe('');
    expect(await intake('erasures', 'export', at('erasures.ndjson'))).toContain('0 erasures written');
    await expect(intake('erasures', 'export', at('nowhere/erasures.ndjson'))).rejects.toThrow(
      /ended with 1: \S+nowhere cannot be written to \(ENOENT\)\. Choose an existing folder\.\n$/,
    );

    const running = /ended with 1: A server is running on \S+\. Stop it first, or use another DATA_DIR\.\n$/;
    await expect(intake('events', 'import', at('all.ndjson'))).rejects.toThrow(running);
    await expect(intake('restore', at('backup'))).rejects.toThrow(running);

    expect(await intakeOn(at('imported'), 'events', 'import', at('all.ndjson'))).toContain('No emails are sent');
    expect(await intakeOn(at('imported'), 'verify')).toContain('Sound: ');
    const wrong = intakeOn(at('restored'), 'restore', at('backup'));
    await expect(wrong).rejects.toThrow(/ended with 1: The backup is sealed, and the key is not part of it\. .*\n$/);
    await copyFile(join(directory, 'master.key'), join(at('restored'), 'master.key'));
    const restored = await intakeOn(at('restored'), ...['restore', at('backup'), '--erasures', at('erasures.ndjson')]);
    expect(restored).toContain(`${events.toLocaleString('en')} events imported, ${counts}`);
    vi.unstubAllEnvs();
  }, 180_000);

  test('forgets a person, but not unasked', async () => {
    const email = DEMO_APPLICANT;
    const forget = (...words: string[]) => intake('forget', '--email', email, ...words);
    await expect(forget()).rejects.toThrow(/ended with 1: There is no terminal to confirm this. Use --yes\.\n$/);
    expect(await intakeJson('forget', '--email', email, '--yes')).toMatchObject({
      email,
      hasAccount: true,
      organizations: ['Bagwis Code Academy'],
    });
    await expect(forget('--yes')).rejects.toThrow(`We have no data about ${email}.`);
    await expect(intake('forget', '--email', 'nonsense', '--yes')).rejects.toThrow(
      'Please enter a valid email address.',
    );
    await expect(intake('forget', '--email', 'ann@night.example', '--yes')).rejects.toThrow(
      'Night School would be left without an Owner. Make someone else an Owner first.',
    );
    expect(await intakeJson('verify')).toMatchObject({ isSound: true });
  });

  test('opens one demo school only', async () => {
    await expect(intake('demo')).rejects.toThrow('Bagwis Code Academy already exists.');
  });

  test('finds the school of a person who is Owner of one among several', async () => {
    const removal = () => intake('organization', 'remove-owner', '--email', 'ann@night.example');
    await expect(removal()).rejects.toThrow('This is the last Owner of this organization.');
    const nobody = intake('organization', 'remove-owner', '--email', 'nobody@night.example');
    await expect(nobody).rejects.toThrow('No account uses nobody@night.example.');
    await intake(
      ...SCHOOL.map((word) => word.replace('Night School', 'Day School').replace('night-school', 'day-school')),
    );
    await expect(removal()).rejects.toThrow(
      /is an Owner of (?=.*night-school)(?=.*day-school).* Choose one with --slug\./,
    );
  });
});
