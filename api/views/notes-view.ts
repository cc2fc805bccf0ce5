import { TEXTS } from '../../domain/text/texts.ts';
import type { SkipsDocument } from '../../projections/skips.ts';
import type { ReadModels } from '../read-models/read-models.ts';

type Skipped = SkipsDocument['skipped'];

/** What is to be known of a read model's figures, one sentence for each decision. */
export const notesOf = (document: Pick<SkipsDocument, 'skipped'> | undefined): string[] =>
  noted(document?.skipped ?? []);

/** Of the read models that an answer is made of, and only about events of this organization, or of none. */
export async function notesAbout(
  { skips }: Pick<ReadModels, 'skips'>,
  names: readonly string[],
  organization: string,
): Promise<string[]> {
  const documents = await skips.getMany(names);
  const concerns = ({ organizationId }: Skipped[number]) => organizationId === organization || organizationId === null;
  return noted(documents.flatMap(({ skipped }) => skipped.filter(concerns)));
}

function noted(skipped: Skipped): string[] {
  const events = new Map(skipped.map((one) => [`${one.eventId} ${one.reason}`, one]));
  const alike = Map.groupBy(events.values(), ({ eventType, at, reason }) =>
    JSON.stringify([eventType, at.slice(0, 10), reason]),
  );
  return [...alike].map(([key, all]) => {
    const [eventType, day, reason] = JSON.parse(key);
    return TEXTS.readModels.skipped(all.length, eventType, day, reason);
  });
}
