import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SYSTEM } from '../../domain/access/actor.ts';
import { application } from '../../domain/application/application.ts';
import type { AccountEmail } from '../../domain/application/ownership.ts';
import type { ApplicationStatus } from '../../domain/application/statuses.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import {
  applicationsIn,
  type CommandEnvironment,
  contextBy,
  must,
  openCommandEnvironment,
  person,
} from '../../test/support/command-environment.ts';
import { handle } from '../handling/handle.ts';
import { linkApplications } from './link-applications.ts';
import { submitApplication } from './submit-application.ts';

const DUPLICATE = "You've already applied to this batch with this email address. Please LOGIN to view your enrollment.";
const ADA = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' };

let environment: CommandEnvironment;
beforeAll(async () => {
  environment = await openCommandEnvironment();
});
afterAll(() => environment[Symbol.asyncDispose]());

const submit = (payload: Record<string, unknown>, context = contextBy(), account: AccountEmail | null = null) =>
  submitApplication(environment, { payload, account }, context);
const proven = (email: string): AccountEmail => ({ email, isProven: true });
const setStatus = (id: string, to: ApplicationStatus, at?: string) =>
  must(
    handle(environment, application, id, [{ type: 'ChangeStatus', data: { to } }], contextBy(SYSTEM, at ? { at } : {})),
  );

describe('applying', () => {
  test('keeps only what the form asks for', async () => {
    const batchId = await environment.createBatch();
    const tracking = { source: ' Facebook ', campaign: 7, evil: 'x' };
    const payload = { ...ADA, batchId, tracking, status: 'COMPLETE', userId: 'eve', constructor: 'x' };
    const { state, isClaimable, appended } = await must(submit(payload));
    expect(state).toMatchObject({
      status: 'NEW',
      email: 'ada@example.com',
      values: { firstName: 'Ada', lastName: 'Lovelace' },
      userId: null,
      tracking: { source: 'Facebook', medium: null, campaign: null },
    });
    expect(isClaimable).toBe(true);
    expect(appended[0]?.metadata.organizationId).toBe('org');
  });

  test('cuts a long tracking value so that it can be saved', async () => {
    const batchId = await environment.createBatch();
    const { state } = await must(submit({ ...ADA, batchId, tracking: { source: `x${'🦊'.repeat(300)}` } }));
    expect(state).toMatchObject({ tracking: { source: `x${'🦊'.repeat(249)}\ufffd` } });
  });

  test.each(['Draft', 'Closed', 'Complete'] as const)('to a %s batch is refused', async (status) => {
    const batchId = await environment.createBatch({ status });
    for (const payload of [{ ...ADA, batchId }, { batchId }]) {
      expect(await submit(payload)).toMatchObject({
        ok: false,
        rejection: { code: 'refused', message: 'This program is not accepting applications.' },
      });
    }
  });

  test('names each missing required field', async () => {
    const batchId = await environment.createBatch();
    expect(await submit({ batchId, firstName: ' ', email: 'ada@example.com' })).toMatchObject({
      rejection: {
        code: 'refused',
        message: 'Please complete all required fields',
        errors: [{ field: 'firstName' }, { field: 'lastName' }],
      },
    });
    expect(await submit({ ...ADA, batchId: 'nowhere' })).toMatchObject({ rejection: { code: 'not-found' } });
    expect(await submit({ ...ADA, batchId: { $ne: null } })).toMatchObject({ rejection: { code: 'not-found' } });
  });

  test('leaves an admin-only field to admins', async () => {
    const config = {
      label: 'x',
      requestSignup: false,
      fields: [{ name: 'score', label: 'Score', dataType: 'text', isAdminOnly: true }],
      applicationForm: {
        title: '',
        fields: [
          { name: 'email', label: 'Email', dataType: 'email', required: true },
          { name: 'score', label: 'Score', dataType: 'text', required: true },
        ],
      },
      applicationDetailsSteps: [],
    };
    const batchId = await environment.createBatch({ config });
    const applicant = await must(submit({ email: 'a@example.com', score: '10', batchId }));
    expect(applicant.state).toMatchObject({ values: {} });
    const admin = contextBy(person('mia', 'Admin'));
    expect((await must(submit({ email: 'b@example.com', score: '10', batchId }, admin))).state).toMatchObject({
      values: { score: '10' },
    });
  });
});

test('staff who add another person need not answer the questions of the form, but do for themselves', async () => {
  const form = ['firstName', 'lastName', 'email', 'motivation'].map((name) => ({
    name,
    label: name,
    dataType: name === 'email' ? 'email' : 'text',
    required: true,
  }));
  const config = {
    label: 'x',
    requestSignup: false,
    fields: [],
    applicationForm: { title: '', fields: form },
    applicationDetailsSteps: [],
  };
  const batchId = await environment.createBatch({ config });
  const admin = contextBy(person('mia', 'Admin'));
  const ofMia = { email: 'mia@example.com', isProven: true };
  const missing = (...fields: string[]) => ({ rejection: { errors: fields.map((field) => ({ field })) } });
  expect(await submit({ ...ADA, firstName: '', batchId }, admin)).toMatchObject(missing('firstName'));
  await must(submit({ ...ADA, batchId }, admin));
  expect(await submit({ ...ADA, email: ofMia.email, batchId }, admin, ofMia)).toMatchObject(missing('motivation'));
  expect(await submit({ ...ADA, email: 'other@example.com', batchId })).toMatchObject(missing('motivation'));
});

describe('one application for each email and batch', () => {
  test('of 100 concurrent submissions exactly one succeeds, the others are refused as duplicates', async () => {
    const batchId = await environment.createBatch();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        submit({ ...ADA, email: n % 2 ? 'ada@example.com' : ' ADA@Example.com', batchId }),
      ),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    for (const answer of answers) {
      if (!answer.ok) expect(answer.rejection).toEqual({ code: 'duplicate', message: DUPLICATE });
    }
    const made = [...(await applicationsIn(environment.log)).values()].filter(
      (state) => state.kind === 'application' && state.batchId === batchId,
    );
    expect(made).toHaveLength(1);
  });

  test('a retry under the same key gets the same answer', async () => {
    const batchId = await environment.createBatch();
    const context = contextBy();
    const first = await must(submit({ ...ADA, batchId }, context));
    await environment.setBatchStatus(batchId, 'Closed');
    const again = await must(submit({ ...ADA, batchId }, context));
    expect([again.id, again.position]).toEqual([first.id, first.position]);
    expect(await submit({ ...ADA, batchId }, { ...context, commandHash: 'other' })).toMatchObject({
      rejection: { code: 'refused' },
    });
  });

  test('CANCELLED releases the place, WITHDRAWN does not', async () => {
    const batchId = await environment.createBatch();
    const first = await must(submit({ ...ADA, batchId }));
    await setStatus(first.id, 'WITHDRAWN');
    expect(await submit({ ...ADA, batchId })).toMatchObject({ rejection: { code: 'duplicate' } });
    await setStatus(first.id, 'CANCELLED');
    const second = await must(submit({ ...ADA, batchId }));
    expect(second.id).not.toBe(first.id);
    expect(await submit({ ...ADA, batchId })).toMatchObject({ rejection: { code: 'duplicate' } });
  });

  test('an erasure releases the place', async () => {
    const batchId = await environment.createBatch();
    const first = await must(submit({ ...ADA, batchId }));
    await environment.keys.erase(`application-${first.id}`, new Date().toISOString());
    await must(
      handle(environment, application, first.id, [{ type: 'ErasePersonalData', data: {} }], contextBy(SYSTEM)),
    );
    expect((await must(submit({ ...ADA, batchId }))).id).not.toBe(first.id);
  });

  test('also per account', async () => {
    const batchId = await environment.createBatch();
    const ada = contextBy(person('ada'));
    const { state, isClaimable } = await must(submit({ ...ADA, batchId }, ada, proven('ada@example.com')));
    expect([state, isClaimable]).toMatchObject([{ userId: 'ada' }, false]);
    const other = { ...ADA, email: 'ada@lovelace.org', batchId };
    expect(await submit(other, contextBy(person('ada')), proven('ada@lovelace.org'))).toMatchObject({
      rejection: { message: DUPLICATE },
    });
  });

  test('is refused for another email than the account’s, at the field', async () => {
    const batchId = await environment.createBatch();
    const applied = submit({ ...ADA, batchId }, contextBy(person('eve')), proven('eve@example.com'));
    expect(await applied).toMatchObject({
      rejection: {
        code: 'refused',
        errors: [{ field: 'email', message: TEXTS.enroll.emailOfAnother('eve@example.com') }],
      },
    });
    expect(await submit({ ...ADA, batchId })).toMatchObject({ ok: true });
  });
});

describe('an application is linked', () => {
  test('never when staff add another person; staff who apply themselves are', async () => {
    const batchId = await environment.createBatch();
    const mia = () => contextBy(person('mia', 'Owner'));
    const forAda = await must(submit({ ...ADA, batchId }, mia(), proven('mia@example.com')));
    expect([forAda.state, forAda.isClaimable]).toMatchObject([{ userId: null }, false]);
    const own = await must(submit({ ...ADA, email: 'Mia@example.com', batchId }, mia(), proven('mia@example.com')));
    expect(own.state).toMatchObject({ userId: 'mia' });
  });

  test('by a proven email: all with that email, whichever account held them', async () => {
    const [june, july] = [await environment.createBatch(), await environment.createBatch()];
    const grace = { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.com' };
    const cancelled = await must(submit({ ...grace, batchId: june }));
    await setStatus(cancelled.id, 'CANCELLED');
    const live = await must(submit({ ...grace, batchId: june }));
    const other = await must(submit({ ...grace, batchId: july }));
    const link = () =>
      linkApplications(environment, { userId: 'grace', email: ' Grace@example.com ' }, contextBy(person('grace')));
    const linked = await must(link());
    expect(new Set(linked.applicationIds)).toEqual(new Set([cancelled.id, live.id, other.id]));
    expect(linked.position).toBeGreaterThan(other.position);
    expect(await must(link())).toEqual({ applicationIds: [], position: 0n });
    const another = await must(
      linkApplications(environment, { userId: 'eve', email: 'grace@example.com' }, contextBy(person('eve'))),
    );
    expect(new Set(another.applicationIds)).toEqual(new Set(linked.applicationIds));
  });

  test('only once per account and batch', async () => {
    const batchId = await environment.createBatch();
    await must(
      submit({ ...ADA, email: 'first@example.com', batchId }, contextBy(person('twice')), proven('first@example.com')),
    );
    await must(submit({ ...ADA, email: 'second@example.com', batchId }));
    const linked = await must(
      linkApplications(environment, { userId: 'twice', email: 'second@example.com' }, contextBy(person('twice'))),
    );
    expect(linked.applicationIds).toEqual([]);
  });
});

test('tracking numbers are unique in an organization', async () => {
  const [here, there] = [
    await environment.createBatch({ organizationId: 'numbers' }),
    await environment.createBatch({ organizationId: 'elsewhere' }),
  ];
  const submitted = await Promise.all(
    Array.from({ length: 30 }, (_, n) =>
      must(submit({ ...ADA, email: `n${n}@example.com`, batchId: n < 20 ? here : there })),
    ),
  );
  const numbers = submitted.map(({ state }) => (state.kind === 'application' ? state.trackingNumber : 0));
  expect(numbers.slice(0, 20).toSorted()).toEqual(Array.from({ length: 20 }, (_, n) => 10_001 + n));
  expect(numbers.slice(20).toSorted()).toEqual(Array.from({ length: 10 }, (_, n) => 10_001 + n));
});
