import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../api/config/config.ts';
import type { SavedReportResult } from '../../api/contract/saved-reports.ts';
import { createLogger } from '../../api/logging/logging.ts';
import { startServer } from '../../api/server.ts';
import { describeEmbedded } from '../support/adapters.ts';
import { createClient } from '../support/client.ts';
import { whenBuilt } from '../support/reports.ts';
import { type RunningServer, startServerProcess } from '../support/running-server.ts';
import { answers, createSchool, freshEmail, type School, signedIn } from '../support/school.ts';
import { QUICK_PASSWORDS } from '../support/server.ts';

const KILLS = 2;
const APPLICATIONS_PER_KILL = 12;
const AT_ONCE = 3;
const OWNER = 'owner@killed-reports.example';

/** What a report shows besides when and as of what. */
const figuresOf = ({ axes, cells, total, open }: NonNullable<SavedReportResult['table']>) => ({
  axes,
  cells: cells.toSorted((one, other) => (one.at.join() < other.at.join() ? -1 : 1)),
  total,
  open,
});

describeEmbedded('saved reports that follow what happens', () => {
  let directory: string;
  let school: School;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'intake-killed-reports-'));
    const config = readConfig({ PORT: '0', DEMO: '0', LOG_LEVEL: 'silent', DATA_DIR: directory });
    const running = await startServer(config, { passwordCost: QUICK_PASSWORDS, logger: createLogger('silent') });
    const client = (options?: { organizationId?: string }) => createClient(running.url, options);
    school = await createSchool({ running, client }, 'killed-reports');
    await running.close();
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  const ownerAt = ({ url }: RunningServer) =>
    signedIn({ client: (options) => createClient(url, options) }, OWNER, school.organizationId);

  test('equal a fresh fold after each kill of the process that folds them', async () => {
    const questions = [
      { name: 'Applied', events: ['ApplicationSubmitted'], measure: { kind: 'count' } },
      {
        name: 'By status',
        events: ['StatusChanged'],
        measure: { kind: 'applications' },
        groupBy: [{ kind: 'field', field: 'application.status', when: 'today' }],
      },
      {
        name: 'Changes each day',
        events: ['ApplicationSubmitted', 'StatusChanged'],
        measure: { kind: 'count' },
        groupBy: [{ kind: 'time', unit: 'day' }],
      },
    ] as const;
    let server = await startServerProcess(directory, { DEMO: '0', RATE_LIMITS: 'off' });
    try {
      const first = await ownerAt(server);
      const live: string[] = [];
      for (const { events, ...question } of questions) {
        const { body } = await first.call('createSavedReport', { body: { ...question, events: [...events] } });
        await whenBuilt(first, body._id);
        live.push(body._id);
      }
      let answered = 0;
      for (let kill = 1; kill <= KILLS; kill += 1) {
        const owner = await ownerAt(server);
        const target = answered + APPLICATIONS_PER_KILL;
        const isAlive = () => server.process.exitCode === null && server.process.signalCode === null;
        const work = Array.from({ length: AT_ONCE }, async () => {
          while (isAlive()) {
            const body = { batchId: school.batches.Open, ...answers(freshEmail()) };
            const submitted = await owner.call('submitApplication', { body }).catch(() => null);
            if (!submitted) continue;
            if (submitted.status !== 200) throw new Error(submitted.problem.message);
            const params = { id: submitted.body._id };
            await owner.call('changeApplication', { params, body: { status: 'INTERVIEW PENDING' } }).catch(() => null);
            answered += 1;
            if (answered === target) await server.kill();
          }
        });
        await Promise.all(work);
        server = await startServerProcess(directory, { DEMO: '0', RATE_LIMITS: 'off' });
      }
      const owner = await ownerAt(server);
      const { body: applications } = await owner.call('listApplications');
      expect(applications.length).toBeGreaterThanOrEqual(KILLS * APPLICATIONS_PER_KILL);
      for (const [n, { events, ...question }] of questions.entries()) {
        const { body: again } = await owner.call('createSavedReport', {
          body: { ...question, events: [...events], name: `${question.name}, once more` },
        });
        const fresh = figuresOf(await whenBuilt(owner, again._id));
        const followed = figuresOf(
          await whenBuilt(owner, live[n] ?? '', ({ total }) => total.value === fresh.total.value),
        );
        expect(followed).toEqual(fresh);
        if (n === 0) expect(fresh.total.value).toBe(applications.length);
      }
    } finally {
      await server.kill();
    }
  });
});
