import { rowCommandId } from '../../commands/bulk/bulk-context.ts';
import type { EventLog } from '../../commands/event-store/event-log.ts';
import { application } from '../../domain/application/application.ts';
import { streamOf } from '../../domain/event-sourcing/streams.ts';
import { paymentAccount } from '../../domain/payment-account/payment-account.ts';
import { solution } from '../../domain/solution/solution.ts';
import type { ApplicationStep, HistoryEntry } from '../contract/applications.ts';
import type { Positions } from '../http/positions.ts';
import type { ReadModels } from '../read-models/read-models.ts';
import { entriesOf, type PastStep, pastOf, stepsIn } from './past-steps.ts';

/** These streams share the application's id. */
const CATEGORIES = [application, solution, paymentAccount].map(({ category }) => category);

/** The newest steps, or those before step number `before`; oldest first. For staff who may see everything. */
export async function historyView(
  id: string,
  { before, most }: { readonly before: number; readonly most: number },
  { log, readModels, positions }: { log: EventLog; readModels: ReadModels; positions: Positions },
): Promise<ApplicationStep[]> {
  const read = await Promise.all(CATEGORIES.map((category) => pastOf(log, streamOf(category, id))));
  const pasts = read.filter((past) => past !== null);
  // The log is append-only, so each event keeps its number.
  const all = pasts.flatMap(({ events }) => events).toSorted((one, other) => (one.position < other.position ? -1 : 1));
  const end = Math.min(before, all.length);
  const first = Math.max(0, end - most);
  const page = all.slice(first, end);
  const wanted = new Set(page);
  const byEvent = new Map(
    pasts.flatMap((past) => stepsIn(past, (event) => wanted.has(event))).map((step) => [step.event, step]),
  );
  const steps = page.flatMap((event) => byEvent.get(event) ?? []);
  const [entries, bulks] = await Promise.all([entriesOf(steps, readModels), bulksOf(id, steps, readModels)]);
  return entries.map((entry, n) => {
    const { position = 0n, metadata } = steps[n]?.event ?? {};
    const { commandId = '', correlationId = '' } = metadata ?? {};
    const pin = { position, at: Date.parse(entry.at) };
    const bulk = bulks.get(commandId) ?? (entry.type === 'ApplicationSubmitted' ? bulks.get(correlationId) : undefined);
    return { number: first + n, position: positions.pin(pin), ...entry, ...(bulk ? { bulk } : {}) };
  });
}

/** By the command of a change or undo, and by the correlation of an import. */
async function bulksOf(
  id: string,
  steps: readonly PastStep[],
  { bulks }: Pick<ReadModels, 'bulks'>,
): Promise<ReadonlyMap<string, NonNullable<HistoryEntry['bulk']>>> {
  const correlations = new Set(steps.map(({ event }) => event.metadata.correlationId));
  return new Map(
    (await bulks.getMany([...correlations])).flatMap(({ _id, rows }) => [
      [_id, { _id, applications: rows.length, isUndo: false }] as const,
      ...(['change', 'undo'] as const).map(
        (purpose) =>
          [rowCommandId(_id, purpose, id), { _id, applications: rows.length, isUndo: purpose === 'undo' }] as const,
      ),
    ]),
  );
}
