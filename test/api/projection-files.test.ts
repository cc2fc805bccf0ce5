import { cp, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { describeEmbedded } from '../support/adapters.ts';
import type { Client } from '../support/client.ts';
import { applied, createSchool, makeCreator, type School, signedIn } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let north: School;
let creator: Client;
beforeAll(async () => {
  server = await startTestServer();
  north = await createSchool(server, 'north-school');
  await mkdir(join(server.dataDir, 'projections'));
  await enter();
});
afterAll(() => server.close());

async function enter(): Promise<void> {
  const email = 'viewer@north-school.example';
  await makeCreator(server, email);
  creator = await signedIn(server, email, north.organizationId);
}

const save = (name: string, text: string) => writeFile(join(server.dataDir, 'projections', `${name}.ts`), text);
const file = (name: string, fold: string) => `import { idOf, projection } from 'intake/projection';
export default projection<{ _id: string; email?: string; label?: string }>({
  name: '${name}',
  on: { ApplicationSubmitted: (_, { stream, personal }) => ${fold} },
});`;

const documentsOf = async (name: string, query: Record<string, string> = {}) => {
  const { status, body } = await creator.call('listProjectionDocuments', { params: { name }, query });
  expect(status).toBe(200);
  return body;
};
const POLL = { timeout: 60_000, interval: 50 };
const whenLive = (name: string, documents: readonly object[]) =>
  vi.waitFor(async () => expect(await documentsOf(name)).toMatchObject({ state: 'live', documents }), POLL);
const faultOf = (name: string) =>
  vi.waitFor(async () => {
    const { projections } = await server.running.composition.dynamic.status();
    const found = projections.find((one) => one.name === `file-${name}`);
    expect(found?.state).toBe('faulted');
    return found?.fault?.error ?? '';
  }, POLL);

describeEmbedded('a file in DATA_DIR/projections', () => {
  test('is kept live without personal data, follows its changes, and goes with the file', async () => {
    const first = await applied(server, north);
    await save('people', file('people', `({ _id: idOf(stream), email: personal?.email ?? 'unknown' })`));
    await whenLive('people', [{ _id: first.applicationId, email: 'unknown' }]);
    const second = await applied(server, north);
    const ids = [first.applicationId, second.applicationId].sort();
    await whenLive(
      'people',
      ids.map((_id) => ({ _id })),
    );
    const page = await documentsOf('people', { limit: '1' });
    expect(page).toMatchObject({ documents: [{ _id: ids[0] }], hasMore: true });
    expect(Object.keys(page.documents[0] ?? {})).toEqual(['_id', 'email']);
    const rest = await documentsOf('people', { limit: '1', after: ids[0] ?? '' });
    expect(rest).toMatchObject({ documents: [{ _id: ids[1] }], hasMore: false });

    const { version } = page;
    await save('people', file('people', `({ _id: idOf(stream), label: 'changed' })`));
    const seen = new Set<string>();
    await vi.waitFor(async () => {
      const { documents } = await documentsOf('people');
      seen.add(JSON.stringify(documents.map(({ _id, ...members }) => members)));
      expect(documents).toMatchObject([{ label: 'changed' }, { label: 'changed' }]);
    }, POLL);
    // The old documents were served until the new ones were complete.
    for (const answer of seen) expect(answer).toMatch(/^\[(\{"(email|label)":"\w+"\},?){2}\]$/);
    expect((await documentsOf('people')).version).not.toBe(version);

    server = await server.restart();
    await enter();
    await whenLive('people', [{ label: 'changed' }, { label: 'changed' }]);
    await rm(join(server.dataDir, 'projections', 'people.ts'));
    await vi.waitFor(
      async () =>
        expect((await creator.call('listProjectionDocuments', { params: { name: 'people' } })).status).toBe(404),
      POLL,
    );
  });

  test('may be one of the examples of the guide, whose folder is copied as it is', async () => {
    const projections = join(server.dataDir, 'projections');
    await cp('examples/analysts', projections, { recursive: true });
    const entries = await readdir('examples/analysts');
    const names = entries.flatMap((entry) => (entry.endsWith('.ts') ? [entry.replace('.ts', '')] : []));
    expect(names).toContain('workload');
    for (const name of names) {
      await vi.waitFor(async () => expect([name, (await documentsOf(name)).state]).toEqual([name, 'live']), POLL);
    }
    for (const entry of entries) await rm(join(projections, entry), { recursive: true });
  });

  test('that fails fails alone', async () => {
    await save('sound', file('sound', `({ _id: idOf(stream) })`));
    await save('loops', file('loops', '{ for (;;); }'));
    await save('later', file('later', '({ _id: idOf(stream), get label(): string { for (;;); } })'));
    await save(
      'reads',
      `import { readFileSync } from 'node:fs';\n${file('reads', `({ _id: readFileSync('/etc/hostname') })`)}`,
    );
    await save('hangs', 'await new Promise(() => {});');
    await save('renamed', file('another', `({ _id: idOf(stream) })`));
    expect(await faultOf('reads')).toBe(
      'Error: It imports "node:fs"; it may import only "intake/projection" and files of its own folder, by relative paths',
    );
    expect(await faultOf('renamed')).toBe('Error: Its projection is called another, but the file renamed');
    expect(await faultOf('loops')).toBe('It did not end within 5000 ms');
    expect(await faultOf('later')).toBe('It did not end within 5000 ms');
    expect(await faultOf('hangs')).toBe('It did not end within 5000 ms');
    expect(await documentsOf('loops')).toMatchObject({
      state: 'faulted',
      fault: { error: 'It did not end within 5000 ms', eventType: 'ApplicationSubmitted' },
      quarantined: { count: 0 },
    });
    const head = await server.running.composition.log.head();
    await vi.waitFor(async () => {
      const { state, position, documents } = await documentsOf('sound');
      expect([state, documents.length]).toEqual(['live', 2]);
      expect(BigInt(position)).toBeGreaterThanOrEqual(head);
    }, POLL);
    expect((await creator.call('listBatches')).status).toBe(200);
  });

  test('that is a link or imports through one is refused, since a link may lead anywhere', async () => {
    const beyond = join(server.dataDir, 'beyond');
    await mkdir(beyond);
    await writeFile(join(beyond, 'label.ts'), `export const label = 'beyond';`);
    await writeFile(join(beyond, 'linked.ts'), file('linked', `({ _id: idOf(stream) })`));
    const projections = join(server.dataDir, 'projections');
    await symlink(join(beyond, 'label.ts'), join(projections, 'label.ts'));
    await symlink(join(beyond, 'linked.ts'), join(projections, 'linked.ts'));
    await save('through', `import { label } from './label.ts';\n${file('through', `({ _id: idOf(stream), label })`)}`);
    await save('absent', `import './nothing.ts';\n${file('absent', `({ _id: idOf(stream) })`)}`);
    expect(await faultOf('through')).toBe('Error: It imports "./label.ts", which is a link; copy the file instead');
    expect(await faultOf('absent')).toBe('Error: It imports "./nothing.ts", which is not there');
    expect(server.running.composition.projectionFolder.refused.get('linked.ts')).toBe(
      'It is a link; copy the file instead',
    );
    expect((await creator.call('listProjectionDocuments', { params: { name: 'linked' } })).status).toBe(404);
    for (const name of ['label', 'linked', 'through', 'absent']) await rm(join(projections, `${name}.ts`));
  });

  test('that leaves a failing promise and timer behind stops no other', async () => {
    const strays = `import('node:fs'), setTimeout(() => { throw new Error('stray'); }, 1)`;
    await save('astray', file('astray', `(${strays}, { _id: idOf(stream) })`));
    await save('beside', file('beside', `({ _id: idOf(stream), label: 'there' })`));
    await vi.waitFor(async () => {
      const { documents } = await documentsOf('beside');
      expect(documents).toMatchObject([{ label: 'there' }, { label: 'there' }]);
    }, POLL);
    for (const name of ['astray', 'beside']) await rm(join(server.dataDir, 'projections', `${name}.ts`));
  });

  test('that leaves something running that never ends is stopped by name, and the others go on', async () => {
    const sound = file('spared', `({ _id: idOf(stream) })`);
    await save('spared', sound);
    const spin = '(async () => { for (;;) await null; })()';
    await save('spins', file('spins', `(${spin}, { _id: idOf(stream) })`));
    await save('times', `setTimeout(() => { for (;;); }, 1);\n${sound.replace('spared', 'times')}`);
    for (const name of ['spins', 'times'])
      expect(await faultOf(name)).toBe('Something that it left running did not end within 5000 ms');
    const head = await server.running.composition.log.head();
    await vi.waitFor(async () => {
      const { state, position } = await documentsOf('spared');
      expect(state).toBe('live');
      expect(BigInt(position)).toBeGreaterThanOrEqual(head);
    }, POLL);
    for (const name of ['spared', 'spins', 'times']) await rm(join(server.dataDir, 'projections', `${name}.ts`));
  });

  test('reaches no file, process, network or environment, and changes nothing that others use', async () => {
    const reaching = [
      `(process as any).getBuiltinModule('node:fs')`,
      `(process as any).binding('fs')`,
      'process.kill(process.pid)',
      'process.exit()',
      `fetch('http://localhost')`,
      'Array.prototype.push = () => 0',
      '(globalThis as any).process = undefined',
      'Object.assign(Object.prototype, { label: 1 })',
    ];
    const tried = reaching.map((code) => `attempt(() => ${code})`).join();
    const preamble = `const attempt = (run: () => unknown) => { try { run(); return 'reached'; } catch (error) { return (error as Error).name; } };`;
    const label = `[${tried}, Object.keys(process.env).length].join()`;
    await save('reaching', `${preamble}\n${file('reaching', `({ _id: idOf(stream), label: ${label} })`)}`);
    const refused = 'TypeError,TypeError,TypeError,TypeError,ReferenceError,TypeError,TypeError,TypeError,0';
    await whenLive('reaching', [{ label: refused }, { label: refused }]);
    await rm(join(server.dataDir, 'projections', 'reaching.ts'));
  });

  test('leaves an event out for a reason that is printed on it, and is tried again', async () => {
    const bad = await applied(server, north);
    await save(
      'picky',
      file(
        'picky',
        `{ if (idOf(stream) === '${bad.applicationId}') throw new Error('no such case'); return { _id: idOf(stream) }; }`,
      ),
    );
    const listed = async (name = 'file-picky') =>
      (await creator.call('listProjections')).body.find((one) => one.name === name);
    await vi.waitFor(async () => expect((await listed())?.quarantined.count).toBe(1), POLL);
    const [fault] = (await listed())?.quarantined.documents ?? [];
    const { position = '', eventId = '' } = fault ?? {};
    const skip = (body: { eventId: string; position: string; reason: string }) =>
      creator.call('skipEvent', { params: { name: 'file-picky' }, body });
    expect((await skip({ eventId, position, reason: ' ' })).status).toBe(422);
    expect((await skip({ eventId: 'another', position, reason: 'A test' })).status).toBe(422);
    expect((await skip({ eventId, position, reason: 'Nobody expected it' })).status).toBe(200);
    const again = await skip({ eventId, position, reason: 'Another reason' });
    expect(again.body.message).toBe('file-picky leaves the event out already; its first reason stays.');
    await vi.waitFor(async () => {
      const { state, notes, documents } = await documentsOf('picky');
      expect([state, documents.length]).toEqual(['live', 2]);
      expect(notes).toEqual([
        expect.stringMatching(
          /^One “Application submitted” event has been left out since 20\d\d-\d\d-\d\d: Nobody expected it$/,
        ),
      ]);
      expect((await listed())?.quarantined.count).toBe(0);
    }, POLL);
    expect(await listed()).toMatchObject({
      kind: 'file',
      documents: 2,
      skipped: [{ eventId, reason: 'Nobody expected it', by: 'viewer@north-school.example' }],
      movement: { isStuck: false },
    });

    const before = (await listed())?.generation;
    expect((await creator.call('rebuildProjection', { params: { name: 'file-picky' } })).status).toBe(200);
    await vi.waitFor(async () => {
      const now = await listed();
      expect(now?.generation).not.toBe(before);
      expect(now).toMatchObject({ state: 'live', quarantined: { count: 0 } });
    }, POLL);
  });

  test('that takes seconds for each event delays no report of a school', async () => {
    await save(
      'slow',
      file('slow', '{ Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4000); return undefined; }'),
    );
    const stateOfSlow = async () =>
      (await creator.call('listProjections')).body.find(({ name }) => name === 'file-slow')?.state;
    await vi.waitFor(async () => expect(await stateOfSlow()).toBe('building'), POLL);
    const created = await creator.call('createSavedReport', {
      body: {
        name: 'Arrivals',
        events: ['ApplicationSubmitted'],
        where: [],
        groupBy: [],
        measure: { kind: 'count' },
        chart: 'table',
      },
    });
    expect(created.status).toBe(200);
    const params = { id: created.body._id };
    await vi.waitFor(async () => {
      expect((await creator.call('getReportProgress', { params })).body.state).toBe('live');
    }, POLL);
    expect(await stateOfSlow()).toBe('building');
    await rm(join(server.dataDir, 'projections', 'slow.ts'));
  });

  test('is served to creators only', async () => {
    const owner = await signedIn(server, 'owner@north-school.example', north.organizationId);
    const statuses = [server.client(), owner].map(
      async (client) => (await client.call('listProjectionDocuments', { params: { name: 'sound' } })).status,
    );
    expect(await Promise.all(statuses)).toEqual([401, 403]);
  });
});
