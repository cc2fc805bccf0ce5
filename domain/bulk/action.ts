import { z } from 'zod';
import { APPLICATION_STATUSES, type ApplicationStatus } from '../application/statuses.ts';
import { TEXTS } from '../text/texts.ts';

/** So many applications are changed by one call at most. */
export const BULK_LIMIT = 5000;
/** So long a mail to many waits, in which undo still takes it back. */
export const BULK_MAILS_WAIT_MS = 60_000;

/** What is done to each of the applications; a template's words are those of the moment at which it was asked for. */
export const BULK_ACTION = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('status'), status: z.enum(APPLICATION_STATUSES) }),
  z.object({ kind: z.literal('assign'), userId: z.string().nullable() }),
  z.object({
    kind: z.literal('template'),
    templateId: z.string(),
    templateVersion: z.number().int(),
    template: z.string(),
  }),
]);
export type BulkAction = z.infer<typeof BULK_ACTION>;

/** What an application must tell for somebody to know what would become of it. */
export interface Standing {
  readonly status: ApplicationStatus;
  readonly adminAssigneeId: string | null;
  readonly isErased: boolean;
}

/** `reason` is the text for people, of a refusal. */
export type Foreseen =
  | { readonly outcome: 'changed' | 'unchanged'; readonly reason: null }
  | { readonly outcome: 'refused'; readonly reason: string };

const CHANGED: Foreseen = { outcome: 'changed', reason: null };
const UNCHANGED: Foreseen = { outcome: 'unchanged', reason: null };
const refused = (reason: string): Foreseen => ({ outcome: 'refused', reason });

/** What an action does to one application, as far as the application itself decides it. */
export function foresee(action: BulkAction, { status, adminAssigneeId, isErased }: Standing): Foreseen {
  switch (action.kind) {
    case 'status':
      if (status === action.status) return UNCHANGED;
      // Its copy lives on in the other batch, and nobody means both of them by many at once.
      return status === 'TRANSFERRED' ? refused(TEXTS.bulk.isTransferred) : CHANGED;
    case 'assign':
      return adminAssigneeId === action.userId ? UNCHANGED : CHANGED;
    case 'template':
      return isErased ? refused(TEXTS.applications.erased) : CHANGED;
  }
}
