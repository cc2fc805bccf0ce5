import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openSandbox, rightsFor, WORKING_DIRECTORY } from '../../api/projection-files/open-sandbox.ts';
import { describeRule, testRule } from '../support/adapters.ts';
import { intakeInProcess } from '../support/intake-in-process.ts';
import { type Applied, applied, createSchool, type School } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let north: School;
let ada: Applied;
let gone: Applied;
let folder: string;
let environment: Record<string, string>;
beforeAll(async () => {
  // The folder of temporary files may be behind a link, and complaints name files without links.
  folder = await realpath(await mkdtemp(join(tmpdir(), 'intake-replay-')));
  server = await startTestServer();
  north = await createSchool(server, 'north-school');
  await applied(server, await createSchool(server, 'south-school'));
  ada = await applied(server, north);
  gone = await applied(server, north);
  const { dataDir, eventStoreUrl, mongodbUrl, masterKey } = server.running.composition.config;
  environment = {
    DATA_DIR: dataDir,
    ...(eventStoreUrl && { EVENTSTORE_URL: eventStoreUrl }),
    ...(mongodbUrl && { MONGODB_URL: mongodbUrl }),
    ...(masterKey && { MASTER_KEY: masterKey }),
  };
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

async function written(name: string, text: string): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, text);
  return file;
}

const replay = (file: string, ...words: string[]) => intakeInProcess(environment, 'replay', file, ...words);
async function rowsOf<Row>(file: string, ...words: string[]): Promise<readonly Row[]> {
  const { code, out, complaint } = await replay(file, '--out', 'json', ...words);
  expect(complaint.split('\n').at(-2)).toMatch(
    /^\S+: read [\d,]+ events, applied [\d,]+, skipped [\d,]+, in \d+\.\d s\.$/,
  );
  expect(code).toBe(0);
  return JSON.parse(out);
}

const APPLICANTS = `import { idOf, projection } from 'intake/projection';
export default projection<{ _id: string; email: string | null; school: string }>({
  name: 'applicants',
  on: {
    ApplicationSubmitted: (_, { stream, data, personal }) =>
      ({ _id: idOf(stream), email: personal?.email ?? null, school: data.organizationId }),
  },
});`;
interface Row {
  readonly _id: string;
  readonly email: string | null;
  readonly school: string;
}

describe('intake replay', () => {
  test('folds the history beside the running server, without personal data unless asked', async () => {
    const file = await written('applicants.ts', APPLICANTS);
    const rows = await rowsOf<Row>(file);
    expect(rows).toHaveLength(3);
    expect(rows.every(({ email }) => email === null)).toBe(true);
    const personal = await rowsOf<Row>(file, '--personal', '--organization', 'north-school');
    expect(personal.map(({ email }) => email).sort()).toEqual([ada.email, gone.email].sort());
    expect(new Set(personal.map(({ school }) => school))).toEqual(new Set([north.organizationId]));
    expect((await replay(file, '--organization', 'no-school')).complaint).toBe(
      'No organization has the slug or id "no-school".\n',
    );

    expect((await intakeInProcess(environment, 'forget', '--yes', '--email', gone.email)).code).toBe(0);
    const afterwards = await rowsOf<Row>(file, '--personal', '--organization', north.organizationId);
    expect(afterwards.map(({ email }) => email).sort()).toEqual([ada.email, null].sort());
  });

  testRule('imports files of its folder, which may be behind a link', async () => {
    await mkdir(join(folder, 'parts'), { recursive: true });
    await written('parts/names.ts', `import { NAME } from './more.ts';\nexport const name = NAME;`);
    await written('parts/more.ts', `export const NAME: string = 'parts';`);
    const file = await written(
      'whole.ts',
      `import { name } from './parts/names.ts';\nexport default { name, on: {}, rows: () => [{ n: 1 }] };`,
    );
    expect((await replay(file, '--out', 'csv')).out).toBe('\uFEFFn\r\n1\r\n');
    const behind = join(folder, 'behind');
    await symlink(folder, behind);
    expect((await replay(join(behind, 'whole.ts'), '--out', 'csv')).out).toBe('\uFEFFn\r\n1\r\n');
  });

  testRule('prints a table, a file for spreadsheets, or everything for machines', async () => {
    const file = await written(
      'formats.ts',
      `export const formats = { name: 'formats', on: {}, rows: () => [{ source: '=1+1', n: 7 }, { source: 'a,b', n: 12 }] };`,
    );
    expect((await replay(file)).out).toBe('source   n\n=1+1     7\na,b     12\n');
    expect((await replay(file, '--out', 'csv')).out).toBe('\uFEFFsource,n\r\n\'=1+1,7\r\n"a,b",12\r\n');
    const { out, complaint } = await replay(file, '--json');
    const head = Number(await server.running.composition.log.head());
    expect(JSON.parse(out)).toMatchObject({ projection: 'formats', applied: 0, rows: [{ n: 7 }, { n: 12 }] });
    expect(JSON.parse(out).read).toBeLessThanOrEqual(head);
    // Without a terminal, progress comes in plain lines.
    expect(complaint).toMatch(/^(Replaying formats [█░]+ \d+ % · .*\n)+$/);
    expect(complaint).not.toContain('\r');
  });

  testRule('takes events from a time on and before another', async () => {
    const file = await written('applicants.ts', APPLICANTS);
    const count = async (...words: string[]) => (await rowsOf(file, ...words)).length;
    const later = new Date(Date.now() + 86_400_000).toISOString();
    expect(await count('--from', '2020-01-01', '--to', later)).toBe(3);
    expect(await count('--from', later)).toBe(0);
    expect(await count('--to', '2020-01-01')).toBe(0);
  });
});

const FAULTS: readonly (readonly [what: string, source: string, line: RegExp])[] = [
  [
    'throws',
    `throw new RangeError('no such\\n case')`,
    /^faulty failed at ApplicationSubmitted \(position \d+, event [\da-f-]{36}\): RangeError: no such case$/,
  ],
  [
    'loops for ever',
    'for (;;);',
    /^faulty failed at ApplicationSubmitted \(position \d+, event [\da-f-]{36}\): It did not end within 5000 ms$/,
  ],
  [
    'fills the heap',
    `const all = []; for (;;) all.push({ n: all.length });`,
    /^faulty failed at ApplicationSubmitted .*: It needs more than 64 MB of memory$/,
  ],
  [
    'fills memory outside the heap',
    'const all = []; for (;;) all.push(new Uint8Array(1_000_000).fill(1));',
    /^faulty failed .*: It needs more than 64 MB of memory$/,
  ],
  [
    'makes what no document can hold',
    `return { _id: 'a', at: new Map() }`,
    /^faulty failed at ApplicationSubmitted .*$/,
  ],
  [
    'names another document',
    `return { _id: 'all' }`,
    /^faulty failed at ApplicationSubmitted .*: TypeError: The document of [\da-f-]{36} has the _id "all"$/,
  ],
  [
    'ends its process',
    `globalThis.process.exit(0)`,
    /^faulty failed at ApplicationSubmitted .*: TypeError: .*undefined.*$/,
  ],
  [
    'clears the terminal',
    `throw new Error('\\u001b[2Jgone')`,
    /^faulty failed at ApplicationSubmitted .*: Error: \\u\{1b\}\[2Jgone$/,
  ],
  [
    'asks the network',
    `fetch('http://127.0.0.1/')`,
    /^faulty failed at ApplicationSubmitted .*: ReferenceError: fetch is not defined$/,
  ],
];
const REFUSED: readonly (readonly [what: string, source: string, line: RegExp])[] = [
  [
    'writes to the disk',
    `import { writeFileSync } from 'node:fs';`,
    /It imports "node:fs"; it may import only "intake\/projection"/,
  ],
  ['starts a process', `import 'node:child_process';`, /It imports "node:child_process"/],
  ['opens a socket', `await import('node:net');`, /It imports "node:net"/],
  ['opens the log', `import { DatabaseSync } from 'node:sqlite';`, /It imports "node:sqlite"/],
  ['imports around the rule', `await import('data:text/javascript,import "node:fs"');`, /It imports "data:/],
  ['imports from other folders', `import '../other.ts';`, /It imports "..\/other.ts"/],
  ['exports nothing', 'export const x = 1;', /It exports no projection/],
  [
    'handles an unknown event',
    `export default { name: 'misspelt', on: { ApplicationSubmited: () => undefined } };`,
    /misspelt handles ApplicationSubmited, but there is no such event/,
  ],
];

describeRule('a file that does what a projection must not', () => {
  const lineOf = async (file: string) => {
    const head = await server.running.composition.log.head();
    const { code, out, complaint } = await replay(file, '--memory', '64');
    expect(code).toBe(1);
    expect(out).toBe('');
    expect(await server.running.composition.log.head()).toBe(head);
    const lines = complaint.split('\n').filter((line) => line !== '' && !line.startsWith('Replaying'));
    expect(lines).toHaveLength(1);
    return lines[0] ?? '';
  };

  test.each(FAULTS)('and %s is ended with one line that names the event', async (_, body, line) => {
    const file = await written(
      'faulty.ts',
      `export default { name: 'faulty', on: { ApplicationSubmitted() { ${body} } } };`,
    );
    expect(await lineOf(file)).toMatch(line);
  });

  test.each(REFUSED)('and %s is refused with one line', async (_, source, line) => {
    const file = await written('refused.ts', `${source}\nexport const other = 1;`);
    expect(await lineOf(file)).toMatch(line);
  });

  test('and imports through a link, what is not there or what its text does not name is refused with one line', async () => {
    const beyond = join(folder, 'beyond');
    await mkdir(beyond, { recursive: true });
    await written('beyond/other.ts', 'export const other = 1;');
    const within = join(folder, 'within');
    await mkdir(within, { recursive: true });
    await symlink(join(beyond, 'other.ts'), join(within, 'link.ts'));
    await written('within/beside.ts', 'export const other = 1;');
    for (const [path, source] of [
      ['./link.ts', `import './link.ts';`],
      ['./absent.ts', `import './absent.ts';`],
      ['./beside.ts', `await import('./' + 'beside.ts');`],
    ]) {
      const file = await written('within/linked.ts', `${source}\nexport const found = 1;`);
      expect(await lineOf(file)).toBe(
        `${file} failed: Error: It imports "${path}", which is a link, is not there, or is not written in its text`,
      );
    }
  });

  test('and makes rows that are none is ended with one line', async () => {
    const file = await written('rows.ts', `export default { name: 'odd', on: {}, rows: () => [{ toJSON() {} }] };`);
    expect(await lineOf(file)).toBe('odd failed: TypeError: Each of "rows" must be an object');
  });

  test('and loops while it is loaded is ended', async () => {
    const file = await written('loading.ts', 'for (;;);');
    await expect(openSandbox({ file, maxHeapMb: 64, foldLimitMs: 500, organization: null })).rejects.toThrow(
      `${file} failed: It did not end within 500 ms`,
    );
  });

  test('has no rights behind the refused imports either, nor has its thread', async () => {
    await written('master.key', 'secret');
    const probe = await written(
      'probe.ts',
      `import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { isMainThread, Worker } from 'node:worker_threads';
const attempts = {
  write: () => writeFileSync(${JSON.stringify(join(folder, 'written'))}, 'x'),
  read: () => readFileSync('/etc/hostname'),
  neighbour: () => readFileSync(${JSON.stringify(join(folder, 'master.key'))}),
  spawn: () => execFileSync('true'),
  net: () => new Promise((resolve, reject) => connect(9, '127.0.0.1').on('error', reject).on('connect', resolve)),
  log: () => process.getBuiltinModule('node:sqlite') ?? Promise.reject(new Error('absent')),
  secrets: () => Object.keys(process.env).filter((name) => /KEY|URL|PASS/.test(name))[0] ?? Promise.reject(new Error('none')),
};
for (const [name, attempt] of Object.entries(attempts)) {
  try { await attempt(); console.log(name, 'succeeded'); } catch (error) { console.log(name, error.code ?? error.message); }
}
if (isMainThread) new Worker(new URL(import.meta.url), { env: {} });`,
    );
    const child = spawn(process.execPath, [...rightsFor(probe), probe], {
      cwd: WORKING_DIRECTORY,
      env: {},
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const found = [
      'write ERR_ACCESS_DENIED',
      'read ERR_ACCESS_DENIED',
      'neighbour ERR_ACCESS_DENIED',
      'spawn ERR_ACCESS_DENIED',
      'net ERR_ACCESS_DENIED',
      'log absent',
      'secrets none',
    ];
    expect((await child.stdout.toArray()).join('').trim().split('\n')).toEqual([...found, ...found]);
  });
});

(existsSync('/proc/self/fd') ? describeRule : describe.skip)('the processes of a replay', () => {
  test('hold no writable handle to the log, and the one of the file holds none at all', async () => {
    const gate = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4000);';
    const file = await written(
      'waiting.ts',
      `let isFirst = true;
export default { name: 'waiting', on: { ApplicationSubmitted() { if (isFirst) ${gate} isFirst = false; } } };`,
    );
    const child = spawn(process.execPath, ['api/cli.ts', 'replay', file, '--personal'], {
      env: { ...process.env, ...environment },
      stdio: 'ignore',
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const dataDir = await realpath(server.dataDir);
    const [inSandbox = 0, opened] = await vi.waitFor(
      () => {
        const children = childrenOf(child.pid ?? 0);
        const found = filesOf(child.pid ?? 0, dataDir);
        expect(found.map(({ path }) => path)).toContain(join(dataDir, 'events.sqlite'));
        expect(children).toHaveLength(1);
        // Before it runs its own program, a new process has the handles of the one that starts it.
        expect(readFileSync(`/proc/${children[0]}/cmdline`, 'utf8')).toContain('sandbox.ts');
        return [children[0], found] as const;
      },
      { timeout: 30_000, interval: 5 },
    );
    expect(filesOf(inSandbox, dataDir)).toEqual([]);
    // SQLite opens the write-ahead log and its index for writing in every reader, and a read-only connection writes no page.
    const databases = opened.filter(({ path }) => path.endsWith('.sqlite'));
    expect(databases).toEqual(
      ['events', 'vault'].map((name) => ({ path: join(dataDir, `${name}.sqlite`), isWritable: false })),
    );
    expect(await ended).toBe(0);
  });
});

const childrenOf = (pid: number): readonly number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

function filesOf(pid: number, below: string) {
  return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/${pid}/fd/${fd}`);
      const flags = /flags:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/fdinfo/${fd}`, 'utf8'))?.[1] ?? '0';
      return path.startsWith(below) ? [{ path, isWritable: (Number.parseInt(flags, 8) & 3) !== 0 }] : [];
    } catch {
      return [];
    }
  });
}
