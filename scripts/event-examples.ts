import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyEvent, Recorded } from '../domain/event-sourcing/event.ts';
import { PUBLIC_EVENT_TYPES } from '../domain/webhook/event-types.ts';
import { bodyOf, type NamesAt } from '../domain/webhook/payload.ts';
import { advance, NOTHING_PUBLIC } from '../domain/webhook/public-state.ts';

const DOMAIN = join(import.meta.dirname, '../domain');
const ID = '8f14e45f-ceea-567a-9b36-1d0c2f7a5e21';
const FIRST_AT = Date.UTC(2026, 2, 2, 9, 30);
const MINUTE_MS = 60_000;

/** What happens to the application of the examples, by the file of the frozen sample. */
const STORY = [
  'application/ApplicationSubmitted.v1',
  'application/DetailsSaved.v1',
  'application/EmailCorrected.v1',
  'application/UserLinked.v1',
  'application/AdminAssigned.v1',
  'solution/SolutionStarted.v1',
  'solution/SolutionSubmitted.v1',
  'application/StatusChanged.v1',
  'application/InterviewScheduled.v1',
  'application/InterviewDetailsReceived.v1',
  'application/PaymentPlanChosen.v1',
  'application/ApplicationTransferred.v1',
] as const;

type Content = Pick<AnyEvent, 'data' | 'personal'>;
const sampleOf = (name: string): Content =>
  JSON.parse(readFileSync(join(DOMAIN, name.replace('/', '/samples/').concat('.json')), 'utf8'));

/** Each sample stands alone; without these values it would change nothing in this story. */
const CHANGES: Readonly<Record<string, (sample: Content) => Content>> = {
  ApplicationSubmitted: ({ data, personal }) => ({
    data: { ...(data as object), userId: null },
    personal: {
      email: 'maria@mail.example',
      values: { ...(personal as Values).values, firstName: 'Maria', motivation: 'To build things.' },
    },
  }),
  DetailsSaved: ({ data, personal }) => ({
    data,
    personal: { values: { ...(personal as Values).values, motivation: 'To build things that people use.' } },
  }),
  InterviewDetailsReceived: ({ data }) => ({ data: { ...(data as object), endsAt: '2026-03-02T10:00:00.000Z' } }),
  InterviewScheduled: ({ data }) => ({ data: { ...(data as object), startsAt: null, joinUrl: null } }),
};
interface Values {
  readonly values: object;
}

function recorded(name: string, revision: number): Recorded<AnyEvent> {
  const [folder = '', version = ''] = name.split('/');
  const category = folder === 'solution' ? folder : 'application';
  const type = version.replace(/\.v\d+$/, '');
  const { data, personal } = CHANGES[type]?.(sampleOf(name)) ?? sampleOf(name);
  const at = new Date(FIRST_AT + revision * MINUTE_MS).toISOString();
  const actor = { kind: 'system' } as const;
  return {
    type,
    data,
    personal,
    id: ID,
    stream: `${category}-${ID}`,
    revision,
    position: BigInt(revision + 1),
    at,
    actor,
    metadata: {
      at,
      actor,
      organizationId: ID,
      commandId: ID,
      commandHash: '',
      correlationId: ID,
      causationId: null,
      schemaVersion: 1,
      prev: '',
      hash: '',
    },
  };
}

const nameIn = (name: string): string => {
  const data = sampleOf(name).data as { readonly name?: string; readonly details?: { readonly name: string } };
  return data.name ?? data.details?.name ?? '';
};

function namesOfSamples(): NamesAt {
  const names = {
    batch: nameIn('batch/BatchCreated.v1'),
    assessment: nameIn('assessment/AssessmentCreated.v1'),
    paymentModel: nameIn('payment-model/PaymentModelCreated.v1'),
  };
  return {
    batch: () => names.batch,
    assessment: () => names.assessment,
    paymentModel: () => names.paymentModel,
    emailOf: () => 'admissions@northwind.example',
  };
}

/** An example of each published event, made by the function that makes the real ones. */
export function eventExamples(): Readonly<Record<string, unknown>> {
  const names = namesOfSamples();
  const found = new Map<string, unknown>();
  const tell = (story: readonly string[]) => {
    let state = NOTHING_PUBLIC;
    for (const [revision, name] of story.entries()) {
      const event = recorded(name, revision);
      const after = advance(state, event, () => new Date(FIRST_AT).toISOString());
      const body = bodyOf({ event, before: state, after }, names);
      const made = body === null ? undefined : JSON.parse(body);
      if (made && !found.has(made.type)) found.set(made.type, made);
      state = after;
    }
  };
  tell(STORY);
  tell(['application/ApplicationCopied.v1', 'user/PersonalDataErased.v1']);
  return Object.fromEntries(PUBLIC_EVENT_TYPES.map((type) => [type, found.get(type)]));
}
