import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENDPOINTS, type EndpointName } from '../../api/contract/endpoints.ts';
import { ACTIVITY_ACTIONS } from '../../domain/activity/actions.ts';
import { CALL_CASES } from '../support/call-cases.ts';
import { type Cast, createCast, type Person } from '../support/cast.ts';
import { type PublishedCall, readPublished } from '../support/published.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { createWorld, type World } from '../support/world.ts';

const BATCH =
  'name description privateDetails slug capacity status organizationId processId bannerFile iconFile enableEmbedding';
const MODEL = 'name details upfrontCost monthlyCost numberOfMonths monthlyPaymentDay monthlyPaymentDelay currency';
const TEMPLATE = 'name subject body attachments';
const ASSESSMENT =
  'name type description instructions timeLimitMinutes attachment questions externalAssessmentUrl messagingSecretToken';
const ORGANIZATION =
  'name description slug subdomain fullDomain logoFile iconFile sendGridApiKey sendGridEmailAddress googleAnalyticsId facebookPixelId calendlyAccessToken';

const ROWS: Readonly<Record<string, string>> = {
  'POST /api/login': 'email password isCreator token',
  'POST /api/signup': 'email password isCreator token',
  'POST /api/logout': '',
  'GET /api/user': '',
  'POST /api/sendResetLink': 'email',
  'POST /api/resetPassword': 'email password token',
  'GET /api/users': 'filter',
  'GET /api/batches': 'filter organizationId',
  'GET /api/batches/{id}': '',
  'POST /api/batches': BATCH,
  'PUT /api/batches/{id}': BATCH,
  'GET /api/applications': 'batchIds',
  'GET /api/applications/{id}': '',
  'POST /api/applications': 'batchId email',
  'PUT /api/applications/{id}': 'status adminAssignee adminComments selectedPaymentModelId userId',
  'GET /api/paymentModels': '',
  'POST /api/paymentModels': MODEL,
  'PUT /api/paymentModels/{id}': MODEL,
  'DELETE /api/paymentModels/{id}': '',
  'GET /api/emailTemplates': '',
  'POST /api/emailTemplates': TEMPLATE,
  'PUT /api/emailTemplates/{id}': TEMPLATE,
  'DELETE /api/emailTemplates/{id}': '',
  'POST /api/sendEmailTemplate': 'templateId applicationId',
  'DELETE /api/files/{fileId}': '',
  'GET /api/processConfigBlobs': '',
  'POST /api/processConfigBlobs': 'json',
  'GET /api/processConfigBlobs/{id}': '',
  'PUT /api/processConfigBlobs/{id}': 'json',
  'DELETE /api/processConfigBlobs/{id}': '',
  'GET /api/assessments': '',
  'GET /api/assessments/{id}': '',
  'POST /api/assessments': ASSESSMENT,
  'PUT /api/assessments/{id}': ASSESSMENT,
  'GET /api/solutions': 'appId ignoreOutdated',
  'GET /api/solutions/{id}': '',
  'POST /api/solutions': 'assessmentId applicationId',
  'PUT /api/solutions/{id}': 'answers submittedAt isRetaken',
  'GET /api/organizationForCurrentDomain': '',
  'GET /api/organizations/{id}': '',
  'PUT /api/organizations/{id}': ORGANIZATION,
  'POST /api/upload': 'targetType targetId uploadType file fileName organizationId',
  'POST /api/dynamicUpload': 'uploaderEmail uploadType file fileName organizationId',
  'GET /api/download/{fileId}/{fileName}': '',
  'POST /api/removeMemberFromOrg': 'orgId userId',
  'POST /api/changeRoleInOrganization': 'orgId userId role',
  'POST /api/addUserToOrg': 'orgId email role',
  'GET /api/signupLinks': '',
  'GET /api/webhooks': '',
  'POST /api/webhooks': 'name targetUrl',
  'PUT /api/webhooks/{id}': 'name targetUrl',
  'DELETE /api/webhooks/{id}': '',
  'POST /api/sendWebhook/{id}': '',
  'POST /api/userActivity': 'applicationId activityEntries',
  'POST /api/eventScheduled': 'applicationId eventUri intiteeUri',
  'GET /api/myPaymentAccounts': '',
  'POST /api/inbound-webhook': 'organizationId assessmentId content',
};

let server: TestServer;
let world: World;
let cast: Cast;
let published: ReadonlyMap<EndpointName, PublishedCall>;
beforeAll(async () => {
  server = await startTestServer({ environment: { RATE_LIMITS: 'off', CALENDLY_API_URL: 'http://127.0.0.1:9' } });
  world = await createWorld(server, 'required-calls');
  cast = await createCast(server, world);
  published = await readPublished(server.url);
});
afterAll(() => server.close());

const nameOf = (row: string): EndpointName | undefined =>
  (Object.keys(ENDPOINTS) as EndpointName[]).find(
    (name) => `${ENDPOINTS[name].method} ${ENDPOINTS[name].path}` === row,
  );

describe('requirements: calls', () => {
  test.each(Object.entries(ROWS))('%s {%s}', async (row, members) => {
    const name = nameOf(row);
    expect(name, 'is a call of the contract').toBeDefined();
    if (name === undefined) return;
    const call = published.get(name) as PublishedCall;
    const taken = [...call.members, ...call.parameters.map((parameter) => parameter.name)];
    expect(taken).toEqual(expect.arrayContaining(members.split(' ').filter((member) => member !== '')));

    // The answer is 200, or what the rules say of the harmless request.
    const statuses: number[] = [];
    for (const person of ['Owner', 'applicant'] satisfies Person[]) {
      const given = await CALL_CASES[name].given(world);
      statuses.push((await cast.clients[person].call(name, given as never)).status);
      if (CALL_CASES[name].endsSession) await cast.again(person);
    }
    expect(
      statuses.some((status) => [200, 400, 422].includes(status)),
      statuses.join(),
    ).toBe(true);
  });

  test('only HTTP 200 counts as success, and lists are plain arrays', async () => {
    const lists = (Object.keys(ENDPOINTS) as EndpointName[]).filter(
      (name) => name.startsWith('list') && ENDPOINTS[name].params === undefined && ENDPOINTS[name].query === undefined,
    );
    for (const name of lists) {
      const { status, body } = await cast.clients.Owner.call(name, {} as never);
      if (status === 200) expect(Array.isArray(body), name).toBe(true);
    }
    const made = await cast.clients.Owner.call('createBatch', { body: { name: 'Made' } });
    expect(made.status).toBe(200);
  });

  test('every action of user activity is recorded', async () => {
    const { client, applicationId } = world.applicant;
    const at = Date.now();
    const activityEntries = ACTIVITY_ACTIONS.map((action, index) => ({
      action,
      actionDetails: `Step ${index}`,
      timestamp: new Date(at - index).toISOString(),
    }));
    const recorded = await client.call('recordActivity', { body: { applicationId, activityEntries } });
    expect(recorded.body.activityEntries).toEqual(activityEntries);
    expect(ACTIVITY_ACTIONS.join(', ')).toBe(
      'VIEW_APPLICATION, VIEW_APPLICATION_STEP, SAVE_APPLICATION_STEP, SCHEDULED_INTERVIEW, STARTED_ASSESSMENT, SUBMITTED_ASSESSMENT',
    );
  });

  test('a form goes to its configured route and method, and the route may contain :entryId', async () => {
    const { Admin } = cast.clients;
    const config = JSON.parse((await Admin.call('getProcess', { params: { id: world.processId } })).body);
    const save = (route: string, method: string) => {
      const [step, ...others] = config.applicationDetailsSteps;
      const configuration = { ...step.configuration, route, method };
      const applicationDetailsSteps = [{ ...step, configuration }, ...others];
      return Admin.call('createProcess', { body: { json: JSON.stringify({ ...config, applicationDetailsSteps }) } });
    };
    const saved = await save('/api/applications/:entryId', 'PUT');
    expect(saved.status, saved.problem.message).toBe(200);
    const { route, method } = JSON.parse(saved.body.json).applicationDetailsSteps[0].configuration;
    const { client, applicationId } = world.applicant;
    const answered = await client.raw({
      method,
      path: route.replace(':entryId', applicationId),
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ motivation: 'By the form' }),
    });
    expect(answered.status).toBe(200);
    expect(await answered.json()).toMatchObject({ motivation: 'By the form' });
    for (const [to, by] of [
      ['https://elsewhere.example/:entryId', 'PUT'],
      ['/api/applications/:entryId', 'DELETE'],
      ['/api/logout', 'POST'],
    ] as const) {
      expect((await save(to, by)).status).toBe(422);
    }
  });
});
