import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { describeEmbedded } from '../support/adapters.ts';
import type { Client } from '../support/client.ts';
import { whenBuilt } from '../support/reports.ts';
import { addStaff, applied, createSchool, freshEmail, makeCreator, type School, signedIn } from '../support/school.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

describeEmbedded('an event that a read model of the reports leaves out', () => {
  let server: TestServer;
  let north: School;
  let south: School;
  beforeAll(async () => {
    server = await startTestServer();
    north = await createSchool(server, 'north-school');
    south = await createSchool(server, 'south-school');
  });
  afterAll(() => server.close());

  const notesFor = async (client: Client, { batches: { Open: batchId } }: School) => {
    const answers = [
      await client.call('reportOverview', { query: { courses: 'all' } }),
      await client.call('reportFunnel', { query: { courses: 'all' } }),
      await client.call('reportForecast'),
      await client.call('whatIf', { query: { batchId } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    return answers.map(({ body }) => body.notes);
  };
  const notesOfLists = async ({ staff: { Owner, Viewer } }: School) => ({
    audit: (await Owner.call('auditNotes')).body.notes,
    trends: (await Viewer.call('trendsNotes')).body.notes,
  });

  test('is named with its reason by every report, the trends and the audit log of its school, and by none of another', async () => {
    const { environment } = server.running.composition;
    const email = freshEmail();
    await addStaff(server, north.organizationId, email, 'Viewer');
    await makeCreator(server, email);
    const creator = await signedIn(server, email, north.organizationId);
    const { applicationId } = await applied(server, north);
    await applied(server, north);
    const asked = { name: 'Applied', events: ['ApplicationSubmitted'], measure: { kind: 'count' } } as const;
    const { body: saved } = await creator.call('createSavedReport', {
      body: { ...asked, events: [...asked.events] },
    });
    expect((await whenBuilt(creator, saved._id)).total.value).toBe(2);
    const [event] = await environment.log.readStream(`application-${applicationId}`);
    const body = { eventId: event?.id ?? '', position: `${event?.position}`, reason: 'Sent twice by a fault' };
    for (const name of ['arrivals', 'journeys', 'audit', 'applications', `report-${saved._id}`]) {
      expect((await creator.call('skipEvent', { params: { name }, body })).status).toBe(200);
    }
    const note = expect.stringMatching(
      /^One “Application submitted” event has been left out since 20\d\d-\d\d-\d\d: Sent twice by a fault$/,
    );
    await vi.waitFor(
      async () => {
        const { body: funnel } = await creator.call('reportFunnel', { query: { courses: 'all' } });
        expect(funnel.table.rows[0]?.cells[0]).toBe(1);
      },
      { timeout: 60_000, interval: 50 },
    );
    const counted = await whenBuilt(creator, saved._id, ({ total }) => total.value === 1);
    expect(counted.notes).toEqual([note]);
    expect((await creator.call('getReportCsv', { params: { id: saved._id } })).body).toContain('Sent twice by a fault');
    expect(await notesFor(creator, north)).toEqual([[note], [note], [note], [note]]);
    expect(await notesFor(south.staff.Viewer, south)).toEqual([[], [], [], []]);
    expect(await notesOfLists(north)).toEqual({ audit: [note], trends: [note] });
    expect(await notesOfLists(south)).toEqual({ audit: [], trends: [] });
    expect((await north.staff.Viewer.call('auditNotes')).status).toBe(403);
  });
});
