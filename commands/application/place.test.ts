import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ANONYMOUS } from '../../domain/access/actor.ts';
import { application } from '../../domain/application/application.ts';
import { releasesPlace } from '../../domain/application/statuses.ts';
import {
  applicationsIn,
  type CommandEnvironment,
  contextBy,
  must,
  openCommandEnvironment,
  person,
} from '../../test/support/command-environment.ts';
import { load } from '../handling/handle.ts';
import { changeApplication } from './change-application.ts';
import { submitApplication } from './submit-application.ts';

const MIA = person('mia', 'Admin');

let environment: CommandEnvironment;
beforeAll(async () => {
  environment = await openCommandEnvironment();
});
afterAll(() => environment[Symbol.asyncDispose]());

type Deed =
  | { readonly kind: 'apply'; readonly email: string; readonly batch: number }
  | {
      readonly kind: 'change';
      readonly which: number;
      readonly payload: Record<string, unknown>;
      readonly to?: number;
    };

const email = fc.constantFrom('ada@example.com', 'bob@example.com');
const batch = fc.nat(1);
const deed: fc.Arbitrary<Deed> = fc.oneof(
  fc.record({ kind: fc.constant('apply' as const), email, batch }),
  fc.record({
    kind: fc.constant('change' as const),
    which: fc.nat(5),
    payload: fc.constantFrom<Record<string, unknown>>(
      { status: 'CANCELLED' },
      { status: 'NEW' },
      { status: 'WITHDRAWN' },
    ),
  }),
  fc.record({ kind: fc.constant('change' as const), which: fc.nat(5), payload: email.map((to) => ({ email: to })) }),
);
const transfer: fc.Arbitrary<Deed> = fc.record({
  kind: fc.constant('change' as const),
  which: fc.nat(5),
  payload: fc.constant({ status: 'TRANSFERRED' }),
  to: batch,
});
const round = fc.oneof(
  { weight: 4, arbitrary: fc.array(deed, { minLength: 1, maxLength: 4 }) },
  { weight: 1, arbitrary: transfer.map((alone) => [alone]) },
);

test('simultaneous changes never leave two live applications of one email in a batch', {
  timeout: 60_000,
}, async () => {
  let clock = Date.now();
  await fc.assert(
    fc.asyncProperty(fc.array(round, { maxLength: 6 }), async (rounds) => {
      const batches = [await environment.createBatch(), await environment.createBatch()];
      const ours = async () =>
        [...(await applicationsIn(environment.log))].flatMap(([id, state]) =>
          state.kind === 'application' && batches.includes(state.batchId) ? [{ id, state }] : [],
        );
      for (const round of rounds) {
        clock += 20_000;
        const at = new Date(clock).toISOString();
        const present = await ours();
        const answers = await Promise.all(
          round.map((wanted) => {
            if (wanted.kind === 'apply') {
              const payload = { batchId: batches[wanted.batch], firstName: 'A', lastName: 'B', email: wanted.email };
              return submitApplication(environment, { payload, account: null }, contextBy(ANONYMOUS, { at }));
            }
            const applicationId = present[wanted.which % Math.max(present.length, 1)]?.id ?? 'nobody';
            const payload = { ...wanted.payload, transferBatchId: batches[wanted.to ?? 0] };
            const input = { applicationId, payload, holdsClaim: false, account: null };
            return changeApplication(environment, input, contextBy(MIA, { at }));
          }),
        );
        for (const answer of answers) {
          if (!answer.ok) expect(['duplicate', 'refused', 'conflict', 'not-found']).toContain(answer.rejection.code);
        }
        const live = (await ours()).filter(({ state }) => !releasesPlace(state.status));
        const places = live.map(({ state }) => `${state.batchId} ${state.email}`);
        expect(places).toEqual([...new Set(places)]);
      }
    }),
    { numRuns: 40 },
  );
});

/** `wait` in seconds. */
type Step = { readonly payload: Record<string, unknown> } | { readonly applies: string } | { readonly wait: number };
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ payload: email.map((to) => ({ email: to })) }),
  fc.constantFrom({ payload: { status: 'CANCELLED' } }, { payload: { status: 'NEW' } }),
  fc.record({ applies: email }),
  fc.record({ wait: fc.constantFrom(1, 25, 61) }),
);

test('corrections, cancellations and returns in any order never give a place to two people', {
  timeout: 60_000,
}, async () => {
  let clock = Date.now();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const batchId = await environment.createBatch();
      const at = () => {
        clock += 1_000;
        return new Date(clock).toISOString();
      };
      const apply = (as: string) =>
        submitApplication(
          environment,
          { payload: { batchId, firstName: 'A', lastName: 'B', email: as }, account: null },
          contextBy(ANONYMOUS, { at: at() }),
        );
      const first = await must(apply('first@example.com'));
      const ids = new Set([first.id]);
      const change = (payload: Record<string, unknown>) =>
        changeApplication(
          environment,
          { applicationId: first.id, payload, holdsClaim: false, account: null },
          contextBy(MIA, { at: at() }),
        );
      for (const step of steps) {
        if ('wait' in step) clock += step.wait * 1_000;
        else {
          const answer = await ('applies' in step ? apply(step.applies) : change(step.payload));
          if (answer.ok) ids.add(answer.value.id);
          else expect(answer.rejection.code).toBe('duplicate');
        }
        const present = await Promise.all([...ids].map((id) => load(environment, application, id)));
        const live = present.flatMap(({ state }) =>
          state.kind === 'application' && !releasesPlace(state.status) ? state.email : [],
        );
        expect(live).toEqual([...new Set(live)]);
      }
    }),
    { numRuns: 60 },
  );
});
