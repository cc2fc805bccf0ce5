import type { EventLog } from '../../commands/event-store/event-log.ts';
import { application } from '../../domain/application/application.ts';
import { paymentAccount } from '../../domain/payment-account/payment-account.ts';
import { solution } from '../../domain/solution/solution.ts';
import { streamOf } from '../../domain/streams.ts';
import type { HistoryEntry } from '../contract/applications.ts';
import type { ReadModels } from '../read-models.ts';
import { entriesOf, stepsOf } from './past-steps.ts';

/** What hangs off an application stands under its id, too. */
const CATEGORIES = [application, solution, paymentAccount].map(({ category }) => category);

/** Who changed what of an application, when (D5): told from its streams, for staff who may see all of it. */
export async function historyView(
  id: string,
  { log, readModels }: { log: EventLog; readModels: ReadModels },
): Promise<HistoryEntry[]> {
  const streams = await Promise.all(CATEGORIES.map((category) => stepsOf(log, streamOf(category, id))));
  const steps = streams.flat().toSorted((one, other) => (one.event.position < other.event.position ? -1 : 1));
  return entriesOf(steps, readModels);
}
