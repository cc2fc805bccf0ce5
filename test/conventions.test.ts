import { spawnSync } from 'node:child_process';
import { cp, glob, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { CAPABILITIES } from '../domain/access/policy.ts';
import { PAGES } from '../domain/values/pages.ts';
import { BOUNDARIES, FOLDERS } from '../scripts/boundaries.ts';
import { findFolderCircles } from '../scripts/folder-circles.ts';
import { findForeignLicences } from '../scripts/licences.ts';

const ROOT = join(import.meta.dirname, '..');

const cruise = (cwd: string, ...options: readonly string[]) =>
  spawnSync('node_modules/.bin/depcruise', [...BOUNDARIES, ...options], { cwd, encoding: 'utf8' });

test('imports go only the ways that the picture in docs/architecture.md shows', () => {
  const run = cruise(ROOT);
  expect(run.status, run.stdout + run.stderr).toBe(0);
});

test('no folders import each other in a circle', () => {
  expect(findFolderCircles()).toEqual([]);
});

test('code of the server asks for each capability of the policy table', async () => {
  const folders = ['api', 'commands', 'domain'].map((folder) =>
    readdir(join(ROOT, folder), { recursive: true, withFileTypes: true }),
  );
  const files = (await Promise.all(folders)).flat().map(({ parentPath, name }) => join(parentPath, name));
  const sources = files.filter(
    (file) => /(?<!\.test)\.ts$/.test(file) && file !== join(ROOT, 'domain/access/policy.ts'),
  );
  const code = (await Promise.all(sources.map((file) => readFile(file, 'utf8')))).join('\n');
  expect(CAPABILITIES.filter((capability) => !code.includes(`'${capability}'`))).toEqual([]);
});

test('one list holds the paths of pages', async () => {
  const segments = Object.values(PAGES).flatMap(({ path }) => path.split('/')[1] || []);
  const literal = new RegExp(`['"\`]/(?:${[...new Set(segments)].join('|')})(?=['"\`/?$#])`);
  const found: string[] = [];
  for await (const file of glob('{api,commands,domain,web}/**/*.{ts,tsx,js,html}', { cwd: ROOT })) {
    if (/\.test\.tsx?$/.test(file) || file === 'domain/values/pages.ts') continue;
    const lines = (await readFile(join(ROOT, file), 'utf8')).split('\n');
    found.push(...lines.filter((line) => literal.test(line)).map((line) => `${file}: ${line.trim()}`));
  }
  expect(found).toEqual([]);
});

test('no two decisions carry the same number', async () => {
  const numbers = (await readdir(join(ROOT, 'docs/decisions'))).map((name) => name.slice(0, 4));
  expect(numbers.toSorted()).toEqual([...new Set(numbers)].toSorted());
});

describe('docs/rules.md', () => {
  const rules = async () => {
    const text = await readFile(join(ROOT, 'docs/rules.md'), 'utf8');
    return [...text.matchAll(/^\| (\d+) \|.*\| (.*) \|$/gm)].map(([, number, test = '']) => ({
      number,
      file: test.replaceAll('`', ''),
    }));
  };
  const textFiles = () =>
    Array.fromAsync(
      glob(['*.md', `{docs,web,${FOLDERS.join()}}/**/*.{ts,tsx,js,css,md,json}`], {
        cwd: ROOT,
        exclude: ['**/node_modules'],
      }),
    );

  test('gives each number to one rule', async () => {
    const numbers = (await rules()).map(({ number }) => number);
    expect(numbers.length).toBeGreaterThan(50);
    expect(numbers).toEqual([...new Set(numbers)]);
  });

  test('names a test of the repository for each rule', async () => {
    const files = new Set(await textFiles());
    expect((await rules()).filter(({ file }) => !files.has(file) || !file.endsWith('.test.ts'))).toEqual([]);
  });

  test('is what files cite, and no document outside the repository', async () => {
    const outside =
      /\bD\d{1,2}\b|\b[Ii]ssue \d+\b|\b[Tt]he specification\b|\b(?:[Ss]pec|design|quality) ?§|\b(?:spec|design|decisions|look|wording|quality|style)\.md\b/g;
    const cited: string[] = [];
    for (const file of await textFiles()) {
      const text = await readFile(join(ROOT, file), 'utf8');
      for (const [citation] of text.matchAll(outside)) cited.push(`${file}: ${citation}`);
    }
    expect(cited).toEqual([]);
  });

  test('holds every rule that a file names', async () => {
    const known = new Set((await rules()).map(({ number }) => number));
    const unknown: string[] = [];
    for (const file of await textFiles()) {
      const text = await readFile(join(ROOT, file), 'utf8');
      for (const [named, number = ''] of text.matchAll(/\brule (\d+)\b/g))
        if (!known.has(number)) unknown.push(`${file}: ${named}`);
    }
    expect(unknown).toEqual([]);
  });
});

const WRONG_WAYS: readonly (readonly [rule: string, file: string, source: string])[] = [
  ['domain-is-pure', 'domain/a.ts', "export * from '../commands/leaf.ts';"],
  ['domain-is-pure', 'domain/b.ts', "export * from 'node:fs';"],
  ['timing-stands-alone', 'timing/a.ts', "export * from '../domain/leaf.ts';"],
  ['commands-know-domain-only', 'commands/a.ts', "export * from '../projections/leaf.ts';"],
  ['commands-know-domain-only', 'commands/b.ts', "export * from '../api/leaf.ts';"],
  ['projections-know-domain-only', 'projections/a.ts', "export * from '../commands/leaf.ts';"],
  ['projections-know-domain-only', 'projections/b.ts', "export * from '../api/leaf.ts';"],
  ['web-knows-contract-and-domain-only', 'web/src/a.ts', "export * from '../../commands/leaf.ts';"],
  ['web-knows-contract-and-domain-only', 'web/src/b.ts', "export type { Leaf } from '../../api/leaf.ts';"],
  ['web-knows-contract-and-domain-only', 'web/src/h.ts', "export * from '../../timing/keyed-queue.ts';"],
  ['web-takes-types-of-the-contract-only', 'web/src/c.ts', "export { leaf } from '../../api/contract/leaf.ts';"],
  ['web-takes-types-of-the-contract-only', 'web/src/d.ts', "export const d = import('../../api/contract/leaf.ts');"],
  ['features-share-queries-only', 'web/src/features/one/a.ts', "export * from '../two/leaf.ts';"],
  ['features-share-queries-only', 'web/src/features/one/b.ts', "export const b = import('../two/leaf.ts');"],
  ['features-share-queries-only', 'web/src/features/one/c.ts', "export * from '../../app/leaf.ts';"],
  ['shared-knows-no-feature', 'web/src/shared/a.ts', "export type { Leaf } from '../features/two/queries.ts';"],
  ['shared-knows-no-feature', 'web/src/embed/a.ts', "export * from '../app/leaf.ts';"],
  ['server-never-imports-web', 'api/a.ts', "export * from '../web/src/leaf.ts';"],
  ['server-never-imports-web', 'bench/a.ts', "export * from '../web/src/leaf.ts';"],
  ['server-never-imports-web', 'scripts/a.ts', "export * from '../web/src/leaf.ts';"],
  ['nothing-imports-tests', 'api/b.ts', "export * from '../test/leaf.ts';"],
  ['nothing-imports-tests', 'scripts/b.ts', "export * from '../test/leaf.ts';"],
  ['nothing-imports-tests', 'web/src/e.ts', "export * from './leaf.test.ts';"],
  ['no-circular', 'test/a.ts', "export * from './b.ts';"],
  ['no-circular', 'test/b.ts', "export * from './a.ts';"],
  ['resolvable', 'test/c.ts', "export * from './missing.ts';"],
  ['no-dev-dependencies-at-run-time', 'api/c.ts', "export * from 'playwright-core';"],
];
const RIGHT_WAYS: readonly (readonly [file: string, source: string])[] = [
  ['commands/c.ts', "export * from '../domain/leaf.ts';\nexport * from '../timing/leaf.ts';"],
  ['projections/c.ts', "export * from '../timing/leaf.ts';"],
  ['api/d.ts', "export * from '../commands/leaf.ts';\nexport * from '../projections/leaf.ts';"],
  ['web/src/f.ts', "export type { Leaf } from '../../api/contract/leaf.ts';\nexport * from '../../domain/leaf.ts';"],
  ['web/src/g.ts', "import type { Leaf } from '../../api/contract/leaf.ts';\nexport const g: Leaf = 1;"],
  ['web/src/i.ts', "export * from '../../timing/rest.ts';\nexport * from '../../timing/retrying.ts';"],
  ['web/src/features/one/d.ts', "export * from '../two/queries.ts';\nexport * from '../../shared/leaf.ts';"],
  ['web/src/features/one/parts/e.ts', "export * from '../d.ts';\nexport * from '../../two/parts/plan-queries.ts';"],
  ['web/src/app/a.ts', "export * from '../features/two/leaf.ts';\nexport * from '../embed/leaf.ts';"],
  ['test/d.ts', "export * from '../api/leaf.ts';"],
];
const WEB_LEAVES = [
  ...['app', 'embed', 'shared', 'features/two'].map((folder) => `web/src/${folder}/leaf.ts`),
  'web/src/features/two/queries.ts',
  'web/src/features/two/parts/plan-queries.ts',
];
const LEAVES = [
  ...FOLDERS.map((folder) => `${folder}/leaf.ts`),
  'api/contract/leaf.ts',
  ...['keyed-queue', 'rest', 'retrying'].map((name) => `timing/${name}.ts`),
  'web/src/leaf.test.ts',
  ...WEB_LEAVES,
];

interface Violation {
  readonly rule: { readonly name: string };
  readonly from: string;
  /** dependency-cruiser reports a cycle at one of its files. */
  readonly cycle?: readonly { readonly name: string }[];
}

describe('the rule', () => {
  let place: string;
  let broken: Violation[];
  beforeAll(async () => {
    place = await mkdtemp(join(tmpdir(), 'intake-conventions-'));
    for (const file of ['.dependency-cruiser.json', 'package.json', 'tsconfig.json']) {
      await cp(join(ROOT, file), join(place, file));
    }
    await symlink(join(ROOT, 'node_modules'), join(place, 'node_modules'));
    const leaves = LEAVES.map((file) => [file, 'export type Leaf = number;\nexport const leaf = 1;'] as const);
    const wrong = WRONG_WAYS.map(([, file, source]) => [file, source] as const);
    for (const [file, source] of [...leaves, ...RIGHT_WAYS, ...wrong]) {
      await mkdir(dirname(join(place, file)), { recursive: true });
      await writeFile(join(place, file), source);
    }
    const run = cruise(place, '--output-type', 'json');
    broken = JSON.parse(run.stdout).summary.violations;
  });
  afterAll(() => rm(place, { recursive: true }));

  test.each(WRONG_WAYS)('%s forbids what %s does', (rule, file) => {
    const about = broken.filter(({ from, cycle = [] }) => from === file || cycle.some(({ name }) => name === file));
    expect(about.map(({ rule: { name } }) => name)).toContain(rule);
  });

  test('of each name has a wrong way here, and no right way breaks any', async () => {
    const rules = JSON.parse(await readFile(join(ROOT, '.dependency-cruiser.json'), 'utf8')).forbidden;
    const named = new Set(WRONG_WAYS.map(([rule]) => rule));
    expect(named).toEqual(new Set(rules.map(({ name }: { name: string }) => name)));
    const right = new Set(RIGHT_WAYS.map(([file]) => file));
    expect(broken.filter(({ from }) => right.has(from))).toEqual([]);
  });
});

test('docs/architecture.md shows the folders that the rules are about', async () => {
  const picture = await readFile(join(ROOT, 'docs/architecture.md'), 'utf8');
  const rules = await readFile(join(ROOT, '.dependency-cruiser.json'), 'utf8');
  const [, parts = ''] = /"\^timing\/\((.+?)\)/.exec(rules) ?? [];
  const timing = parts.split('|').map((name) => `\`timing/${name}.ts\``);
  const rows = [...picture.matchAll(/^\| `(\w+)\/` \|.*\| (.+) \|$/gm)].map(([, folder, imports]) => [folder, imports]);
  expect(Object.fromEntries(rows)).toEqual({
    domain: 'itself, zod',
    timing: 'itself',
    commands: '`domain`, `timing`',
    projections: '`domain`, `timing`',
    api: 'all of the above',
    web: ['`domain`', ...timing, 'types of `api/contract`'].join(', '),
  });
});

test('docs/architecture.md names the folders of api/, and those of commands/ and domain/ that hold no aggregate', async () => {
  const text = await readFile(join(ROOT, 'docs/architecture.md'), 'utf8');
  const foldersIn = async (path: string) =>
    (await readdir(join(ROOT, path), { withFileTypes: true })).flatMap((one) => (one.isDirectory() ? [one.name] : []));
  const aggregates: string[] = [];
  for await (const samples of glob('domain/*/samples', { cwd: ROOT })) aggregates.push(samples.split(/[/\\]/)[1] ?? '');
  for (const path of ['api', 'commands', 'domain']) {
    const table = text.split(`\nInside \`${path}/\``)[1]?.split('\n\n')[1] ?? '';
    const cells = [...table.matchAll(/^\| (`.+?) \|/gm)].map(([, cell = '']) => cell);
    const named = cells.flatMap((cell) => [...cell.matchAll(/`([\w-]+)\/`/g)].map(([, name = '']) => name));
    const present = await foldersIn(path);
    const ofAggregates = path === 'api' ? [] : aggregates;
    expect([path, named.filter((name) => !present.includes(name))]).toEqual([path, []]);
    expect([path, present.filter((name) => !named.includes(name) && !ofAggregates.includes(name))]).toEqual([path, []]);
  }
});

test('every dependency carries a licence from the list', () => {
  expect(findForeignLicences()).toEqual([]);
});

const COMPOSITIONS = ['docker-compose.yml', 'docker-compose.cluster.yml'];

test.each(COMPOSITIONS)(
  '%s reaches both servers with TLS and passwords, and has a default for no secret',
  async (name) => {
    const file = await readFile(name, 'utf8');
    expect(file).not.toMatch(/INSECURE|tls=false/);
    expect(file).toMatch(/esdb:\/\/admin:\S+.*\?tls=true&tlsCAFile/);
    expect(file).toMatch(/mongodb:\/\/intake:\S+.*&tls=true&tlsCAFile/);
    const defaults = [...file.matchAll(/\$\{(?:MASTER_KEY|\w+_PASSWORD)(..)/g)].map(([, sign]) => sign);
    expect(new Set(defaults)).toEqual(new Set([':?']));
  },
);

test('docker-compose.yml asks for every secret, and starts both servers with certificates', async () => {
  const file = await readFile('docker-compose.yml', 'utf8');
  const secrets = [
    'MASTER_KEY',
    'EVENTSTORE_PASSWORD',
    'EVENTSTORE_OPS_PASSWORD',
    'MONGODB_PASSWORD',
    'MONGODB_ROOT_PASSWORD',
  ];
  for (const name of secrets) expect(file).toContain(`\${${name}:?`);
  for (const option of ['--keyFile', 'requireTLS', '--tlsCAFile', 'EVENTSTORE_CERTIFICATE_FILE'])
    expect(file).toContain(option);
  const example = await readFile('.env.example', 'utf8');
  for (const name of secrets) expect(example).toMatch(new RegExp(`^${name}=$`, 'm'));
});

test('the Dockerfile copies only what .dockerignore lets through', async () => {
  const [image = '', ignored = ''] = await Promise.all(
    ['Dockerfile', '.dockerignore'].map((file) => readFile(join(ROOT, file), 'utf8')),
  );
  const letThrough = new Set([...ignored.matchAll(/^!(.+)$/gm)].map(([, path]) => path));
  const copied = [...image.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) => paths.split(' '));
  expect(copied.length).toBeGreaterThan(15);
  expect(copied.filter((path) => !letThrough.has(path))).toEqual([]);
});

test('the image builds the web client with the folders that it imports', async () => {
  const stage = (await readFile(join(ROOT, 'Dockerfile'), 'utf8'))
    .split(/^FROM /m)
    .find((one) => / AS web$/m.test(one));
  const imported = new Set<string>();
  for await (const file of glob('web/src/**/*.{ts,tsx}', { cwd: ROOT })) {
    if (/\.test\.tsx?$/.test(file)) continue;
    const code = await readFile(join(ROOT, file), 'utf8');
    for (const [, path = ''] of code.matchAll(/^(?:import|export) (?!type )[^;']*from '(\.[^']+)'/gm))
      imported.add(join(dirname(file), path).split('/')[0] ?? '');
  }
  expect([...imported].sort()).toEqual(['domain', 'timing', 'web']);
  for (const folder of imported) expect(stage).toContain(`\nCOPY ${folder} ${folder}\n`);
});

test('every setting of the guide reaches the containers, and .env.example names every one that .env may set', async () => {
  const [guide, composition, cluster, image, example] = await Promise.all(
    ['docs/operations.md', ...COMPOSITIONS, 'Dockerfile', '.env.example'].map((file) => readFile(file, 'utf8')),
  );
  const table = guide?.split('## Configuration')[1]?.split('## First start')[0] ?? '';
  const settings = [...table.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name = '']) => name);
  expect(settings.length).toBeGreaterThan(20);
  const isPassed = (name: string) => new RegExp(`\\b${name}(?:: |=)`).test(`${composition}${image}`);
  expect(settings.filter((name) => !isPassed(name))).toEqual(['DEMO']);
  const read = new Set([...`${composition}${cluster}`.matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name));
  const named = new Set([...(example ?? '').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name));
  expect([...read].filter((name) => !named.has(name))).toEqual(['EVENTSTORE_URL', 'MONGODB_URL']);
  expect([...named].filter((name) => !read.has(name))).toEqual([]);
});

test('docker-compose.cluster.yml adds two nodes to each server, which are named alike wherever they are named', async () => {
  interface Service {
    readonly environment: Readonly<Record<string, string | number>>;
    readonly volumes?: readonly string[];
    readonly extends?: { readonly file: string; readonly service: string };
  }
  const read = async (file: string): Promise<{ services: Record<string, Service>; volumes: Record<string, unknown> }> =>
    parse(await readFile(file, 'utf8'), { merge: true });
  const [single, cluster] = await Promise.all(COMPOSITIONS.map(read));
  const namesOf = (server: string) => [server, `${server}-2`, `${server}-3`];
  const hostsOf = (server: string, port: number) => namesOf(server).map((name) => `${name}:${port}`);
  const OWN = ['api-1', 'api-2', 'worker-1', 'worker-2'];
  expect(Object.keys(cluster?.services ?? {})).toEqual([...OWN, ...namesOf('eventstore'), ...namesOf('mongo')]);
  for (const name of OWN) {
    const { EVENTSTORE_URL, MONGODB_URL, ...others } = cluster?.services[name]?.environment ?? {};
    expect(EVENTSTORE_URL).toContain(`@${hostsOf('eventstore', 2113)}?`);
    expect(MONGODB_URL).toContain(`@${hostsOf('mongo', 27017)}/intake?replicaSet=rs0&`);
    expect(others).toEqual({});
  }
  const certificates = await readFile('servers/certificates.sh', 'utf8');
  expect(certificates).toContain('-dns-names "$name,$name-2,$name-3,localhost"');
  for (const [n, name] of namesOf('eventstore').entries()) {
    expect(cluster?.services[name]?.environment).toEqual({
      EVENTSTORE_CLUSTER_SIZE: 3,
      EVENTSTORE_DISCOVER_VIA_DNS: 'false',
      EVENTSTORE_GOSSIP_SEED: String(hostsOf('eventstore', 2113).toSpliced(n, 1)),
      EVENTSTORE_NODE_HOST_ADVERTISE_AS: name,
      EVENTSTORE_REPLICATION_HOST_ADVERTISE_AS: name,
    });
  }
  const members = namesOf('mongo').map((name) => cluster?.services[name]?.environment.MONGODB_MEMBERS);
  expect(members).toEqual([String(hostsOf('mongo', 27017)), '', '']);
  for (const server of ['eventstore', 'mongo']) {
    for (const name of namesOf(server).slice(1))
      expect(cluster?.services[name]?.extends).toEqual({ file: 'docker-compose.yml', service: server });
  }
  const mounts = Object.values(cluster?.services ?? {}).flatMap(({ volumes = [] }) => volumes);
  const volumes = mounts.map((mount) => mount.split(':')[0]);
  // Nodes that shared a volume, or used the single server's, would lose events.
  expect(new Set(volumes).size).toBe(volumes.length);
  expect(volumes.toSorted()).toEqual(Object.keys(cluster?.volumes ?? {}).toSorted());
  expect(volumes.filter((name) => name !== undefined && name in (single?.volumes ?? {}))).toEqual([]);
});
