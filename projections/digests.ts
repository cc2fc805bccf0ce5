import type { Recorded } from '../domain/event-sourcing/event.ts';
import { categoryOf, idOf } from '../domain/event-sourcing/streams.ts';
import { type DailyDigest, type DigestEvent, digestAfter, NO_DIGEST } from '../domain/user/daily-digest.ts';
import { user } from '../domain/user/user.ts';
import { projection } from './engine/projection.ts';

/** Of each person what the timer of their daily email needs. `_id` is the account's. */
export interface DigestDocument extends DailyDigest {
  readonly _id: string;
  readonly _pos?: bigint;
}

/** Ignores events on applications, which have the same types. */
function fold(document: DigestDocument | undefined, event: Recorded<DigestEvent>): DigestDocument | undefined {
  if (categoryOf(event.stream) !== user.category) return document;
  if (event.type === 'PersonalDataErased') return undefined;
  return { ...digestAfter(document ?? NO_DIGEST, event), _id: idOf(event.stream) };
}

export const digests = projection<DigestDocument, DigestEvent>({
  name: 'digests',
  version: 1,
  digest: 'bfd5ba52e15d788b',
  indexes: ['dueAt'],
  id: (event) => idOf(event.stream),
  streams: (id) => [`user-${id}`],
  on: { DailyDigestChanged: fold, DailyDigestIssued: fold, PersonalDataErased: fold },
});
