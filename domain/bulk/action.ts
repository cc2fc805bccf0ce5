import { z } from 'zod';
import type { FieldValues } from '../application/events.ts';
import { APPLICATION_STATUSES, type ApplicationStatus } from '../application/statuses.ts';
import { TEXTS } from '../text/texts.ts';

export const BULK_LIMIT = 5000;
/** Rows of an import in one call. */
export const IMPORT_PART = 50;
/** More emails of one person within an hour of the clock need *Confirm it’s you*. */
export const EMAILS_UNCONFIRMED = 50;
/** How long a bulk email waits in the outbox; undo cancels it until then. */
export const BULK_EMAILS_WAIT_MS = 60_000;

/** A template is sent in its words at the time of the request. */
export const BULK_ACTION = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('status'), status: z.enum(APPLICATION_STATUSES) }),
  z.object({ kind: z.literal('assign'), userId: z.string().nullable() }),
  z.object({
    kind: z.literal('template'),
    templateId: z.string(),
    templateVersion: z.number().int(),
    template: z.string(),
  }),
  /** In the answers to one question; `label`: its words at the time of the request. */
  z.object({
    kind: z.literal('renameOption'),
    name: z.string(),
    label: z.string(),
    from: z.string(),
    to: z.string(),
  }),
  /** `batch`: its name at the time of the request. */
  z.object({ kind: z.literal('import'), batchId: z.string(), batch: z.string(), sendsEmails: z.boolean() }),
]);
export type BulkAction = z.infer<typeof BULK_ACTION>;
/** Adds applications, part by part, as the client sends their rows. */
export type ImportAction = Extract<BulkAction, { kind: 'import' }>;
/** Changes applications that exist. */
export type ChangeAction = Exclude<BulkAction, ImportAction>;

/** Follows the change of a process. */
export type RenameAction = Extract<BulkAction, { kind: 'renameOption' }>;
/** Staff choose the applications. */
export type ChosenAction = Exclude<ChangeAction, RenameAction>;

export interface Standing {
  readonly status: ApplicationStatus;
  readonly adminAssigneeId: string | null;
  readonly values: FieldValues;
  readonly isErased: boolean;
}

/** `reason` explains a refusal to people. */
export type ActionPreview =
  | { readonly outcome: 'changed' | 'unchanged'; readonly reason: null }
  | { readonly outcome: 'refused'; readonly reason: string };

const CHANGED: ActionPreview = { outcome: 'changed', reason: null };
const UNCHANGED: ActionPreview = { outcome: 'unchanged', reason: null };
const refused = (reason: string): ActionPreview => ({ outcome: 'refused', reason });

export function previewAction(
  action: ChangeAction,
  { status, adminAssigneeId, values, isErased }: Standing,
): ActionPreview {
  switch (action.kind) {
    case 'status':
      if (status === action.status) return UNCHANGED;
      // The copy in the other batch is the live one.
      return status === 'TRANSFERRED' ? refused(TEXTS.bulk.isTransferred) : CHANGED;
    case 'assign':
      return adminAssigneeId === action.userId ? UNCHANGED : CHANGED;
    case 'template':
      return isErased ? refused(TEXTS.applications.erased) : CHANGED;
    case 'renameOption':
      // A newer answer stays.
      return Object.hasOwn(values, action.name) && values[action.name] === action.from ? CHANGED : UNCHANGED;
  }
}
