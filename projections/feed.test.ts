import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NO_TRACKING } from '../domain/application/events.ts';
import type { AnyEvent } from '../domain/event-sourcing/event.ts';
import { publicTypeOf } from '../domain/webhook/public-event.ts';
import { foldWithCrashes, pagesOf } from '../test/support/crashing-generation.ts';
import { MemoryLog } from '../test/support/memory-log.ts';
import { openReadModels, type ReadModels, removeReadModels } from '../test/support/read-models.ts';
import { given } from '../test/support/recorded.ts';
import { visible } from './engine/visible.ts';
import {
  FEED_BLOCK,
  type FeedBlock,
  type FeedDocument,
  type FeedHead,
  feed,
  feedBlockId,
  feedHeadId,
  feedReference,
} from './feed.ts';

const submitted = (organizationId: string): AnyEvent => ({
  type: 'ApplicationSubmitted',
  data: { organizationId, batchId: 'b', trackingNumber: 1, tracking: NO_TRACKING, userId: null },
  personal: { email: 'ada@example.com', values: { firstName: 'Ada' } },
});
const moved: AnyEvent = { type: 'StatusChanged', data: { from: 'NEW', to: 'INFORMATION SENT' } };
const commented: AnyEvent = { type: 'CommentAdded', data: { commentId: 'c' }, personal: { message: 'Called' } };
const erased: AnyEvent = { type: 'PersonalDataErased', data: {} };
const started: AnyEvent = { type: 'SolutionStarted', data: { solutionId: 's', assessmentId: 'a' } };

const EVENTS = [moved, moved, commented, erased, started] as const;
const ORGANIZATIONS = ['north', 'south'] as const;

/** Each application belongs to the organization of its first letter. */
function play(steps: readonly (readonly [application: number, event: number])[]): MemoryLog {
  const log = new MemoryLog();
  const known = new Set<string>();
  for (const [n, kind] of steps) {
    const organization = ORGANIZATIONS[n % 2] as string;
    const id = `${organization}-${n}`;
    const event = known.has(id) ? (EVENTS[kind] as AnyEvent) : submitted(organization);
    known.add(id);
    log.append(`${event === started ? 'solution' : 'application'}-${id}`, event);
  }
  return log;
}

/** The list of an organization as the documents hold it. */
function listOf(documents: readonly FeedDocument[], organizationId: string) {
  const byId = new Map(documents.map((document) => [document._id, document]));
  const { count } = (byId.get(feedHeadId(organizationId)) as FeedHead | undefined) ?? { count: 0 };
  const blocks = Array.from({ length: Math.ceil(count / FEED_BLOCK) }, (_, n) =>
    byId.get(feedBlockId(organizationId, n)),
  );
  const events = blocks.flatMap((block) => (block as FeedBlock).events.map(feedReference));
  return { count, positions: events.map(({ position }) => position) };
}

let models: ReadModels;
beforeAll(async () => {
  models = await openReadModels();
});
afterAll(async () => {
  await models.close();
  await removeReadModels(models);
});

describe('the feed', () => {
  test('numbers the published events of each organization in the order of the log, also if crashes repeat events', async () => {
    let runs = 0;
    const steps = fc.array(fc.tuple(fc.nat(5), fc.nat(EVENTS.length - 1)), { minLength: 250, maxLength: 400 });
    await fc.assert(
      fc.asyncProperty(steps, pagesOf(8, 150), async (story, pages) => {
        const log = play(story);
        runs += 1;
        const name = `feed@1.${runs}`;
        const generation = await foldWithCrashes({ store: models.store, log, projection: feed, name }, pages);
        const { documents } = await visible<FeedDocument>(generation.collection).find({});
        for (const organizationId of ORGANIZATIONS) {
          const published = log.events.filter(
            (event) => publicTypeOf(event) !== null && event.stream.split('-')[1] === organizationId,
          );
          const positions = published.map(({ position }) => position);
          expect(listOf(documents, organizationId)).toEqual({ count: positions.length, positions });
        }
        expect(generation.quarantined.count).toBe(0);
      }),
      { numRuns: 25 },
    );
  });

  test('lists an erasure for the organization of the application, and holds nothing of the person', () => {
    const all = given(
      feed,
      ['application-a', submitted('north')],
      ['application-a', commented],
      ['application-a', erased],
    );
    const { events } = all.document(feedBlockId('north', 0)) as FeedBlock;
    expect(events.map(feedReference)).toMatchObject([
      { applicationId: 'a', position: 1n, type: 'ApplicationSubmitted' },
      { applicationId: 'a', position: 3n, type: 'applicant.erased' },
    ]);
    expect(JSON.stringify(events)).not.toMatch(/ada|example/i);
  });
});
