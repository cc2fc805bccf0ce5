import { describe, expect, test } from 'vitest';
import { specify } from '../../test/support/specification.ts';
import { LIMITS } from '../limits/limits.ts';
import { TEXTS } from '../text/texts.ts';
import type { ReadModelEvent } from './events.ts';
import { readModel } from './read-model.ts';

const given = specify(readModel);
const EVENT = { projection: 'bulks', eventId: 'e1', eventType: 'BulkChangeStarted', position: '7', reason: 'Too long' };
const skipped = (n: number): ReadModelEvent => ({ type: 'EventSkipped', data: { ...EVENT, eventId: `e${n}` } });

describe('an event that a read model leaves out', () => {
  test('needs a reason, and is left out once', () => {
    given()
      .when({ type: 'SkipEvent', data: { ...EVENT, reason: '  Too long ' } })
      .then(skipped(1));
    given()
      .when({ type: 'SkipEvent', data: { ...EVENT, reason: ' ' } })
      .thenRefused('refused', TEXTS.readModels.reasonMissing, 'reason');
    given(skipped(1)).when({ type: 'SkipEvent', data: EVENT }).then();
  });

  test('is never an erasure, and not one of too many', () => {
    given()
      .when({ type: 'SkipEvent', data: { ...EVENT, eventType: 'PersonalDataErased' } })
      .thenRefused('refused', TEXTS.readModels.erasureStays);
    const many = Array.from({ length: LIMITS.skippedEvents }, (_, n) => skipped(n + 2));
    given(...many)
      .when({ type: 'SkipEvent', data: EVENT })
      .thenRefused('refused');
  });

  test('stays left out when the read model is tried again', () => {
    const retried: ReadModelEvent = { type: 'ReadModelRetried', data: { projection: 'bulks' } };
    given(skipped(1))
      .when({ type: 'RetryReadModel', data: { projection: 'bulks' } })
      .then(retried);
    expect(given(skipped(1), retried).state).toMatchObject({ skipped: [{ eventId: 'e1' }], retries: 1 });
  });
});
