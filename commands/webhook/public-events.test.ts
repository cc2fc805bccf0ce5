import { expect, test } from 'vitest';
import { NO_TRACKING } from '../../domain/application/events.ts';
import type { AnyEvent } from '../../domain/event-sourcing/event.ts';
import { MemoryLog } from '../../test/support/memory-log.ts';
import { createPublicEvents } from './public-events.ts';

const SUBMITTED: AnyEvent = {
  type: 'ApplicationSubmitted',
  data: { organizationId: 'org', batchId: 'june', trackingNumber: 10_001, tracking: NO_TRACKING, userId: null },
  personal: { email: 'ada@example.com', values: { firstName: 'Ada' } },
};
const ERASED: AnyEvent = { type: 'PersonalDataErased', data: {} };

test('webhooks hear of an erasure that a restore repeats, but of no other event of an import', async () => {
  const log = new MemoryLog();
  for (const event of [SUBMITTED, ERASED]) {
    const recorded = log.append('application-a', event);
    log.events[log.events.indexOf(recorded)] = { ...recorded, metadata: { ...recorded.metadata, isSilent: true } };
  }
  const references = log.events.map(({ position }) => ({ applicationId: 'a', position }));
  const events = await createPublicEvents({ log }).read(references);
  expect(events.map((event) => [JSON.parse(event?.body ?? '').type, event?.isSilent])).toEqual([
    ['ApplicationSubmitted', true],
    ['applicant.erased', false],
  ]);
});
