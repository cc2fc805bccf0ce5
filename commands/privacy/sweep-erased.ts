import { application } from '../../domain/application/application.ts';
import { categoryOf, idOf } from '../../domain/event-sourcing/streams.ts';
import { file } from '../../domain/file/file.ts';
import type { EventLog } from '../event-store/event-log.ts';
import { contextOfRepetition, erasuresOf, repeatErasures } from '../transfer/erasures.ts';
import type { Vault } from '../vault/vault.ts';
import { NOBODY, type Person } from './person.ts';
import type { Place } from './place.ts';

/** How long the sweep searches for late data after an erasure. */
const LOOKED_AFTER_MS = 7 * 24 * 3_600_000;

/** Appends missing erasure events for tombstones, and removes remaining data. */
export async function sweepErased({
  log,
  vault,
  places,
  now,
}: {
  readonly log: EventLog;
  readonly vault: Vault;
  readonly places: Readonly<Record<string, Place>>;
  readonly now: () => number;
}): Promise<void> {
  await repeatErasures({ log, vault, now });
  for (const [subject, erasedAt] of await erasuresOf(vault)) {
    if (Date.parse(erasedAt) < now() - LOOKED_AFTER_MS) continue;
    if (categoryOf(subject) === file.category) continue;
    for (const place of Object.values(places))
      await (await place.find(personOf(subject))).remove(contextOfRepetition(log, subject, now));
  }
}

function personOf(subject: string): Person {
  const isApplication = categoryOf(subject) === application.category;
  return isApplication ? { ...NOBODY, applicationIds: [idOf(subject)] } : { ...NOBODY, accountId: idOf(subject) };
}
