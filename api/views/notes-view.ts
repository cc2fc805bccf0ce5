import { TEXTS } from '../../domain/text/texts.ts';
import type { SkipsDocument } from '../../projections/skips.ts';

/** What is to be known of a read model's figures, one sentence each. */
export const notesOf = (document: SkipsDocument | undefined): string[] =>
  (document?.skipped ?? []).map(({ eventType, at, reason }) =>
    TEXTS.readModels.skipped(eventType, at.slice(0, 10), reason),
  );
