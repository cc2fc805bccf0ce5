import { rowCommandId } from '../../commands/bulk/bulk-context.ts';
import type { EventLog } from '../../commands/event-store/event-log.ts';
import { application } from '../../domain/application/application.ts';
import { paymentAccount } from '../../domain/payment-account/payment-account.ts';
import { solution } from '../../domain/solution/solution.ts';
import { streamOf } from '../../domain/streams.ts';
import type { HistoryEntry } from '../contract/applications.ts';
import type { ReadModels } from '../read-models.ts';
import { entriesOf, type PastStep, stepsOf } from './past-steps.ts';

/** What hangs off an application stands under its id, too. */
const CATEGORIES = [application, solution, paymentAccount].map(({ category }) => category);

/** Who changed what of an application, when (D5): told from its streams, for staff who may see all of it. */
export async function historyView(
  id: string,
  { log, readModels }: { log: EventLog; readModels: ReadModels },
): Promise<HistoryEntry[]> {
  const streams = await Promise.all(CATEGORIES.map((category) => stepsOf(log, streamOf(category, id))));
  const steps = streams.flat().toSorted((one, other) => (one.event.position < other.event.position ? -1 : 1));
  const [entries, bulks] = await Promise.all([entriesOf(steps, readModels), bulksOf(id, steps, readModels)]);
  return entries.map((entry, n) => {
    const bulk = bulks.get(steps[n]?.event.metadata.commandId ?? '');
    return bulk ? { ...entry, bulk } : entry;
  });
}

/** By the commands with which they reached this application. */
async function bulksOf(
  id: string,
  steps: readonly PastStep[],
  { bulks }: Pick<ReadModels, 'bulks'>,
): Promise<ReadonlyMap<string, NonNullable<HistoryEntry['bulk']>>> {
  const correlations = new Set(steps.map(({ event }) => event.metadata.correlationId));
  return new Map(
    (await bulks.getMany([...correlations])).flatMap(({ _id, rows }) =>
      (['change', 'undo'] as const).map((purpose) => [
        rowCommandId(_id, purpose, id),
        { _id, applications: rows.length, isUndo: purpose === 'undo' },
      ]),
    ),
  );
}
