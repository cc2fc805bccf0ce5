import { expect } from 'vitest';
import { INTEGRATION_TYPES } from '../../domain/process/config.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { applicantOf, batchWith } from './acting.ts';
import { conform } from './conform.ts';

conform('defaults', {
  'Batch default capacity 20; slug minimum 6 characters': async ({ cast }) => {
    const { Admin } = cast.clients;
    expect((await Admin.call('createBatch', { body: { name: 'Default' } })).body.capacity).toBe(20);
    expect((await Admin.call('createBatch', { body: { name: 'Short', slug: 'abcde' } })).status).toBe(422);
    expect((await Admin.call('createBatch', { body: { name: 'Long enough', slug: 'abcdef' } })).status).toBe(200);
  },
  'Assessment default time limit 60 minutes, null for external': async ({ cast }) => {
    const limitOf = async (type: 'quiz' | 'project' | 'external') =>
      (await cast.clients.Admin.call('createAssessment', { body: { name: type, type } })).body.timeLimitMinutes;
    expect([await limitOf('quiz'), await limitOf('project'), await limitOf('external')]).toEqual([60, 60, null]);
  },
  'File upload limit 2MB': async ({ cast }) => {
    const upload = (length: number) =>
      cast.clients.Owner.call('dynamicUpload', {
        body: { uploadType: 'CV', file: new File([new Uint8Array(length).fill(97)], 'a.txt') },
      });
    expect((await upload(2_097_151)).status).toBe(200);
    expect((await upload(2_097_152)).status).toBeGreaterThanOrEqual(413);
  },
  'Payment model defaults: upfrontCost 0, monthlyCost 0, numberOfMonths 0, monthlyPaymentDay 1, monthlyPaymentDelay 0':
    async ({ cast }) => {
      const { body } = await cast.clients.Owner.call('createPaymentModel', { body: { name: 'Plain' } });
      expect(body).toMatchObject({
        upfrontCost: 0,
        monthlyCost: 0,
        numberOfMonths: 0,
        monthlyPaymentDay: 1,
        monthlyPaymentDelay: 0,
      });
    },
  'Default sorts: applications by created date, descending on the dashboard; batches by status order and created date':
    async (scene) => {
      await applicantOf(scene);
      await applicantOf(scene);
      const { Viewer } = scene.cast.clients;
      const dates = (await Viewer.call('listApplications')).body.map(({ createdAt }) => createdAt);
      expect(dates.length).toBeGreaterThan(2);
      expect(dates).toEqual(dates.toSorted().toReversed());
      const order = ['Draft', 'Open', 'Closed', 'Complete'];
      const batches = (await Viewer.call('listBatches')).body;
      const keys = batches.map(({ status, createdAt }) => `${order.indexOf(status)} ${createdAt}`);
      expect(keys).toEqual(keys.toSorted());
    },
  'Step integration types: Calendly, Vimeo, Zoom': async (scene) => {
    expect(INTEGRATION_TYPES).toEqual(['Calendly', 'Vimeo', 'Zoom']);
    const url = 'https://example.org/embed';
    const integrations = INTEGRATION_TYPES.map((type) => ({ type, url }));
    const { applicationId, client } = await applicantOf(
      scene,
      await batchWith(scene, [{ content: [{ markdown: 'Meet us', integrations }] }]),
    );
    const { batchId } = (await client.call('getApplication', { params: { id: applicationId } })).body;
    const processId = (await client.call('getBatch', { params: { id: batchId } })).body.processId ?? '';
    const config = JSON.parse((await client.call('getProcess', { params: { id: processId } })).body);
    expect(config.applicationDetailsSteps[0].content[0].integrations).toEqual(integrations);
    const json = JSON.stringify({
      ...config,
      applicationDetailsSteps: [{ title: 'x', content: [{ markdown: '', integrations: [{ type: 'Skype', url }] }] }],
    });
    const refused = await scene.cast.clients.Admin.call('createProcess', { body: { json } });
    expect(refused.status).toBe(422);
    expect(refused.problem.errors?.[0]?.field).toContain('applicationDetailsSteps[0].content[0].integrations[0].type');
  },
  'Activity tracking began Nov 12, 2021': async (scene) => {
    const { applicationId, client } = await applicantOf(scene);
    const record = (timestamp: string) =>
      client.call('recordActivity', {
        body: { applicationId, activityEntries: [{ action: 'VIEW_APPLICATION', timestamp }] },
      });
    expect((await record('2021-11-11T23:59:59Z')).status).toBe(422);
    expect((await record('2021-11-12T00:00:00Z')).status).toBe(200);
    expect(TEXTS.applications.activitySince).toContain('Nov 12, 2021');
  },
});
