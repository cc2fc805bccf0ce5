import { afterAll, beforeAll, expect, test } from 'vitest';
import { KINDS } from '../../api/kinds/kinds.ts';
import type { AnyEvent, Recorded } from '../../domain/event-sourcing/event.ts';
import { applications } from '../../projections/applications.ts';
import type { AnyProjection } from '../../projections/engine/projection.ts';
import { paymentAccounts } from '../../projections/payment-accounts.ts';
import { solutions } from '../../projections/solutions.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { createWorld, type World } from '../support/world.ts';

const DRAWS = 100;
/** Every read model of which a call answers a past state of one document. */
const PROJECTIONS: readonly AnyProjection[] = [
  ...Object.values(KINDS).map(({ projection }) => projection),
  applications,
  solutions,
  paymentAccounts,
];

let server: TestServer;
let world: World;
let ahead = 0;
beforeAll(async () => {
  server = await startTestServer({ environment: { RATE_LIMITS: 'off' }, now: () => Date.now() + ahead });
  world = await createWorld(server, 'past-folds');
});
afterAll(() => server.close());

/** A seeded generator, so that a failure can be reproduced. */
function dice(seed: number) {
  let state = seed;
  return (sides: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * sides);
  };
}

async function wholeLog(): Promise<readonly Recorded<AnyEvent>[]> {
  const { log } = server.running.composition;
  const events: Recorded<AnyEvent>[] = [];
  for (;;) {
    const page = await log.readAll({ after: events.at(-1)?.position ?? 0n, limit: 500 });
    if (page.events.length === 0) return events;
    events.push(...page.events);
  }
}

type Folded = Readonly<Record<string, unknown>> | undefined;

/** All documents of a read model after the events, in the order of the log; an erasure counts wherever it is. */
function documentsAfter(projection: AnyProjection, log: readonly Recorded<AnyEvent>[], position: bigint) {
  const documents = new Map<string, Folded>();
  for (const event of log) {
    const isErasure = event.type === 'PersonalDataErased';
    const handler = Object.hasOwn(projection.on, event.type) ? projection.on[event.type] : undefined;
    if (!handler || (event.position > position && !isErasure)) continue;
    const fold = typeof handler === 'function' ? handler : handler.fold;
    const named = typeof handler === 'function' ? projection.id(event) : handler.id(event);
    for (const id of [named].flat()) {
      const before = documents.get(id);
      if (event.position <= position || before) documents.set(id, fold(before, event, id));
    }
  }
  return documents;
}

/** Changes of each kind of object, by clocks that differ by up to 20 s. */
async function manyChanges(roll: (sides: number) => number): Promise<void> {
  const { Owner } = world.staff;
  const word = () => `Name ${roll(1000)}`;
  const application = (body: object) => () =>
    Owner.call('changeApplication', { params: { id: [world.applicationId, world.accountId][roll(2)] ?? '' }, body });
  const deeds: (() => Promise<unknown>)[] = [
    application({ status: 'CONTRACT SENT' }),
    application({ status: 'NEW' }),
    application({ adminComments: [{ message: 'Call' }] }),
    () => Owner.call('changeBatch', { params: { id: world.batches.Open }, body: { name: word() } }),
    () => Owner.call('changePaymentModel', { params: { id: world.paymentModelId }, body: { details: word() } }),
    () => Owner.call('changeEmailTemplate', { params: { id: world.emailTemplateId }, body: { subject: word() } }),
    () => Owner.call('changeWebhook', { params: { id: world.webhookId }, body: { name: word() } }),
    () => Owner.call('changeAssessment', { params: { id: world.assessmentId }, body: { name: word() } }),
    () => Owner.call('changeOrganization', { params: { id: world.organizationId }, body: { contractText: word() } }),
    () => Owner.call('changeSavedReport', { params: { id: world.reportId }, body: { name: word() } }),
    () =>
      world.applicant.client.call('changeSolution', {
        params: { id: world.solutionId },
        body: { answers: [], isSubmitted: false },
      }),
    () => Owner.call('payInvoice', { params: { id: world.accountId, n: '1' }, body: { note: word() } }),
    () => Owner.call('voidInvoice', { params: { id: world.accountId, n: '2' }, body: { note: word() } }),
  ];
  for (let n = 0; n < 4 * deeds.length; n += 1) {
    ahead = roll(40_000) - 20_000;
    await deeds[n % deeds.length]?.();
  }
  ahead = 0;
}

async function compareAtRandom(roll: (sides: number) => number): Promise<void> {
  const { engine } = server.running.composition;
  const log = await wholeLog();
  const head = log.at(-1)?.position ?? 0n;
  for (const projection of PROJECTIONS) {
    const ids = [...documentsAfter(projection, log, head).keys()];
    expect(ids.length, projection.name).toBeGreaterThan(0);
    for (let n = 0; n < DRAWS; n += 1) {
      const position = log[roll(log.length)]?.position ?? 0n;
      const id = ids[roll(ids.length)] ?? '';
      const folded = documentsAfter(projection, log, position).get(id);
      const { _pos, ...then } = { _pos: 0n, ...(await engine.asOf(projection, id, position)) };
      expect(then, `${projection.name} ${id} at ${position}`).toEqual(folded ?? {});
    }
  }
}

test('each kind of object at random positions is the fold of the log up to there, also after an erasure', async () => {
  const roll = dice(20_262);
  await manyChanges(roll);
  await compareAtRandom(roll);
  await world.staff.Owner.call('erasePerson', { body: { email: world.applicant.email } });
  await compareAtRandom(roll);
});
