import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ApplicationCommand, application } from '../application/application.ts';
import { NO_TRACKING } from '../application/events.ts';
import { APPLICATION_STATUSES } from '../application/statuses.ts';
import type { AnyEvent, Recorded } from '../event-sourcing/event.ts';
import { bodyOf, type NamesAt } from './payload.ts';
import { PAYLOAD_BYTES, PAYLOAD_SCHEMAS, type PublicPayload } from './payload-schema.ts';
import { publicTypeOf } from './public-event.ts';
import { advance, NOTHING_PUBLIC } from './public-state.ts';

const ACTOR = { kind: 'user', id: 'mia' } as const;
const AT = Date.UTC(2026, 2, 1, 9);
const instant = (n: number): string => new Date(AT + n * 60_000).toISOString();

function recorded(event: AnyEvent, n: number): Recorded<AnyEvent> {
  const category = event.type.startsWith('Solution') ? 'solution' : 'application';
  const circumstances = { at: instant(n), actor: ACTOR };
  const metadata = { commandId: '', commandHash: '', correlationId: '', causationId: null, prev: '', hash: '' };
  return {
    ...event,
    ...circumstances,
    id: `event-${n}`,
    stream: `${category}-a`,
    revision: n,
    position: BigInt(n + 1),
    metadata: { ...metadata, ...circumstances, organizationId: 'org', schemaVersion: 1 },
  };
}

const NAMES: NamesAt = {
  batch: (id) => `Batch ${id}`,
  assessment: (id) => `Quiz ${id}`,
  paymentModel: (id) => `Plan ${id}`,
  emailOf: (id) => `${id}@school.example`,
};

function bodiesOf(events: readonly AnyEvent[], names = NAMES): readonly string[] {
  let state = NOTHING_PUBLIC;
  return events.map(recorded).flatMap((event) => {
    const after = advance(state, event, () => instant(-1));
    const body = bodyOf({ event, before: state, after }, names);
    state = after;
    return body === null ? [] : [body];
  });
}
const payloadsOf = (...events: readonly AnyEvent[]): readonly PublicPayload[] =>
  bodiesOf(events).map((body) => JSON.parse(body));

const submitted: AnyEvent = {
  type: 'ApplicationSubmitted',
  data: {
    organizationId: 'org',
    batchId: 'june',
    trackingNumber: 10_001,
    tracking: { ...NO_TRACKING, source: 'Friend' },
    userId: null,
  },
  personal: { email: 'ada@example.com', values: { firstName: 'Ada', city: 'Manila' } },
};
const erased: AnyEvent = { type: 'PersonalDataErased', data: {} };

describe('the body of an event', () => {
  test('has the state right after it, and from and to of what it changed', () => {
    const bodies = payloadsOf(
      submitted,
      { type: 'CommentAdded', data: { commentId: 'c' }, personal: { message: 'Strong' } },
      { type: 'AdminAssigned', data: { userId: 'mia' } },
      { type: 'AdminAssigned', data: { userId: null } },
      { type: 'PaymentPlanChosen', data: { paymentModelId: 'p' } },
      {
        type: 'DetailsSaved',
        data: { fields: ['city', 'cv'] },
        personal: { values: { city: null, cv: { fileId: 'f', fileName: 'cv.pdf' } } },
      },
      { type: 'InterviewScheduled', data: { eventUri: 'https://c/1', startsAt: null, joinUrl: null } },
      {
        type: 'InterviewDetailsReceived',
        data: { eventUri: 'https://c/1', startsAt: instant(9), joinUrl: 'https://z/1' },
      },
      {
        type: 'InterviewDetailsReceived',
        data: { eventUri: 'https://c/1', startsAt: instant(9), endsAt: instant(39), joinUrl: 'https://z/1' },
      },
      { type: 'SolutionStarted', data: { solutionId: 'a.1', assessmentId: 'q' } },
      {
        type: 'SolutionSubmitted',
        data: { solutionId: 'a.1', assessmentId: 'q', score: 80, isLate: false },
        personal: null,
      },
      { type: 'EmailCorrected', data: {}, personal: { email: 'ada@lovelace.example' } },
      {
        type: 'ApplicationTransferred',
        data: { from: 'NEW', toBatchId: 'july', copyId: 'b', commentId: 'd' },
        personal: null,
      },
    );
    const mia = { id: 'mia', email: 'mia@school.example' };
    const booked = { startsAt: null, endsAt: null, joinUrl: null, eventUri: 'https://c/1' };
    const known = { ...booked, startsAt: instant(9), joinUrl: 'https://z/1' };
    const started = { id: 'q', name: 'Quiz q', solutionId: 'a.1', state: 'started', score: null, isLate: false };
    expect(bodies.map(({ data: { sequence, changes } }) => [sequence, changes])).toEqual([
      [1, { status: { from: null, to: 'NEW' } }],
      [2, { assignee: { from: null, to: mia } }],
      [3, { assignee: { from: mia, to: null } }],
      [4, { paymentPlan: { from: null, to: { id: 'p', name: 'Plan p' } } }],
      [
        5,
        {
          answers: { city: { from: 'Manila', to: null }, cv: { from: null, to: { fileId: 'f', fileName: 'cv.pdf' } } },
        },
      ],
      [6, { interview: { from: null, to: booked } }],
      [7, { interview: { from: booked, to: known } }],
      [8, { interview: { from: known, to: { ...known, endsAt: instant(39) } } }],
      [9, { assessment: { from: null, to: started } }],
      [10, { assessment: { from: started, to: { ...started, state: 'submitted', score: 80 } } }],
      [11, { email: { from: 'ada@example.com', to: 'ada@lovelace.example' } }],
      [12, { status: { from: 'NEW', to: 'TRANSFERRED' }, transferredTo: { from: null, to: 'b' } }],
    ]);
    expect(bodies[1]?.data.application).toEqual({
      id: 'a',
      referenceNumber: 10_001,
      status: 'NEW',
      appliedAt: instant(0),
      source: 'Friend',
      batch: { id: 'june', name: 'Batch june' },
      applicant: { firstName: 'Ada', lastName: null, email: 'ada@example.com', phoneNumber: null },
      answers: { city: 'Manila' },
      account: null,
      assignee: mia,
      paymentPlan: null,
      interview: null,
      transferredFrom: null,
      transferredTo: null,
      isErased: false,
    });
  });

  test('of an erased person says only what is not about the person', () => {
    const gone = [
      { ...submitted, personal: null },
      {
        type: 'SolutionSubmitted',
        data: { solutionId: 'a.1', assessmentId: 'q', score: 80, isLate: false },
        personal: null,
      },
      { type: 'InterviewScheduled', data: { eventUri: 'https://c/1', startsAt: null, joinUrl: 'https://z/1' } },
      { type: 'UserLinked', data: { userId: 'ada' } },
      erased,
    ];
    const bodies = payloadsOf(...gone);
    expect(bodies.map(({ type, data }) => [type, data.sequence])).toEqual([
      ['ApplicationSubmitted', 1],
      ['SolutionSubmitted', 2],
      ['InterviewScheduled', 3],
      ['UserLinked', 4],
      ['applicant.erased', 5],
    ]);
    expect(bodies[4]?.data).toMatchObject({
      changes: {},
      application: { status: 'NEW', source: null, isErased: true },
    });
    expect(JSON.stringify(bodies)).not.toMatch(/ada|Friend|80|https/);
  });

  test('leaves out the longest answers first, and names them', () => {
    const values = { short: 'x', long: '\u0001'.repeat(3000), longest: 'y'.repeat(19_500), firstName: 'Ada' };
    const [body] = payloadsOf({ ...submitted, personal: { email: 'ada@example.com', values } });
    expect(body?.data).toMatchObject({
      omitted: ['longest'],
      omittedCount: 1,
      application: { answers: { short: 'x' } },
    });
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`answer${n}`, 'z'.repeat(40)]));
    const [crowded] = payloadsOf({ ...submitted, personal: { email: 'ada@example.com', values: many } });
    const kept = Object.keys(crowded?.data.application.answers ?? {}).length;
    expect(crowded?.data.omitted).toHaveLength(50);
    expect(kept + (crowded?.data.omittedCount ?? 0)).toBe(5000);
    expect(kept).toBeGreaterThan(200);
  });

  test('shortens no other text while leaving out answers is enough, however close it comes to the limit', () => {
    const answers = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`answer${n}`, 'z'.repeat(40)]));
    const name = 'b'.repeat(500);
    // So many lengths that with one of them the body is exactly as long as it can be.
    for (let length = 1; length <= 60; length += 1) {
      const personal = { email: 'ada@example.com', values: { ...answers, firstName: 'A'.repeat(length) } };
      const [body = ''] = bodiesOf([{ ...submitted, personal }], { ...NAMES, batch: () => name });
      expect(JSON.parse(body).data.application.batch.name, `${length}`).toBe(name);
    }
  });
});

describe('every event of a random history', () => {
  const id = fc.constantFrom('p', 'q');
  const hostile = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.constantFrom('"\\', '\u0000', '\ud800', '\u202e', '<script>', '💥').map((text) => text.repeat(500)),
    fc.nat(20_000).map((length) => '\u0007'.repeat(length)),
  );
  const values = fc.dictionary(
    fc.constantFrom('firstName', 'lastName', 'phoneNumber', 'city', 'essay', 'constructor', 'toString'),
    fc.oneof(hostile, fc.record({ fileId: id, fileName: hostile }), fc.constant(null)),
  );
  const answered = (all: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
  const of = (type: ApplicationCommand['type'], data: fc.Arbitrary<object>) =>
    data.map((drawn) => ({ type, data: drawn }) as ApplicationCommand);
  const address = fc.option(hostile.map((text) => `https://calendly.example/${text}`));
  const command = fc.oneof(
    of('SaveDetails', fc.record({ values })),
    of('CorrectEmail', fc.record({ email: fc.constantFrom('a@b.example', `${'x'.repeat(240)}@b.example`) })),
    of('ChangeStatus', fc.record({ to: fc.constantFrom(...APPLICATION_STATUSES) })),
    of('AssignAdmin', fc.record({ userId: fc.option(id) })),
    of('ChoosePaymentPlan', fc.record({ paymentModelId: fc.option(id) })),
    of('AddComment', fc.record({ commentId: id, message: hostile })),
    of('LinkUser', fc.record({ userId: id, isProven: fc.boolean() })),
    of('Transfer', fc.record({ toBatchId: id, toBatchName: hostile, copyId: id, commentId: id })),
    of('ScheduleInterview', fc.record({ eventUri: address, startsAt: fc.option(id), joinUrl: address })),
    of(
      'ReceiveInterviewDetails',
      fc.record({ eventUri: address, startsAt: hostile, endsAt: hostile, joinUrl: address }),
    ),
    of('ErasePersonalData', fc.constant({})),
  );
  const solved = fc.record({
    solutionId: id,
    assessmentId: id,
    score: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
    isLate: fc.boolean(),
  });
  const solution = fc.oneof(
    solved.map((data): AnyEvent => ({ type: 'SolutionStarted', data })),
    solved.map((data): AnyEvent => ({ type: 'SolutionSubmitted', data, personal: null })),
  );
  const history = fc.tuple(values, fc.array(fc.oneof({ weight: 5, arbitrary: command }, solution), { maxLength: 20 }));

  /** As the log gives them: without personal data once the person is erased. */
  function eventsOf([first, steps]: [Readonly<Record<string, unknown>>, readonly (ApplicationCommand | AnyEvent)[]]) {
    const start = { ...(submitted.data as object), email: 'ada@example.com', values: answered(first) };
    const events: AnyEvent[] = [];
    let state = application.initial;
    const context = { at: instant(0), actor: ACTOR, newId: () => 'n' };
    for (const step of [{ type: 'SubmitApplication', data: start }, ...steps]) {
      if (step.type.startsWith('Solution')) {
        events.push(step);
        continue;
      }
      const decided = application.decide(step as ApplicationCommand, state, context);
      if (!decided.ok) continue;
      for (const event of decided.value) {
        state = application.evolve(state, { ...event, at: instant(0), actor: ACTOR });
        events.push(event);
      }
    }
    // Its answers were too long.
    if (state.kind === 'nothing') return [];
    return state.kind === 'application' && state.isErased
      ? events.map((event) => ('personal' in event ? { ...event, personal: null } : event))
      : events;
  }

  test('has a body that matches its published schema, of at most 20 kB, the same whenever it is made', () => {
    const names: NamesAt = { ...NAMES, batch: () => '\u0001'.repeat(500), emailOf: () => '"'.repeat(254) };
    fc.assert(
      fc.property(history, (drawn) => {
        const events = eventsOf(drawn);
        const bodies = bodiesOf(events, names);
        expect(bodiesOf(events, names)).toEqual(bodies);
        const published = events.filter((event, n) => publicTypeOf(recorded(event, n)) !== null);
        expect(bodies).toHaveLength(published.length);
        for (const [n, body] of bodies.entries()) {
          const payload: PublicPayload = JSON.parse(body);
          expect(Buffer.byteLength(body)).toBeLessThanOrEqual(PAYLOAD_BYTES);
          expect(PAYLOAD_SCHEMAS.get(payload.type)?.parse(payload)).toEqual(payload);
          expect(payload.data.sequence).toBe(n + 1);
        }
      }),
      { numRuns: 150 },
    );
  });
});
