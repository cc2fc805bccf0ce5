import type { Previewed } from '../../commands/bulk/preview-bulk.ts';
import { BULK_EMAILS_WAIT_MS, type BulkAction, type ChosenAction } from '../../domain/bulk/action.ts';
import { type BulkRow, phaseOf } from '../../domain/bulk/bulk.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { ApplicationDocument } from '../../projections/applications.ts';
import type { BulkDocument } from '../../projections/bulks.ts';
import type { BulkPreview, Bulk as BulkView, BulkRow as RowView } from '../contract/bulk.ts';
import type { ReadModels } from '../read-models/read-models.ts';
import { type Emails, emailsOf } from './changes.ts';

export async function bulksView(documents: readonly BulkDocument[], readModels: ReadModels): Promise<BulkView[]> {
  const people = documents.flatMap(({ action, startedBy, undo }) => [
    ...peopleIn(action),
    ...[startedBy, undo?.startedBy ?? null].filter((id) => id !== null),
  ]);
  const emails = await emailsOf(people, readModels);
  return documents.map((document) => summary(document, emails));
}

export async function bulkView(document: BulkDocument, readModels: ReadModels): Promise<BulkView> {
  const [shown] = await bulksView([document], readModels);
  const rows = document.rows.map(
    ({ applicationId, outcome, reason, undo }): RowView => ({
      applicationId,
      outcome: outcome ?? 'waiting',
      reason,
      undo: undo ?? (document.undo ? WAITING : null),
    }),
  );
  return { ...(shown as BulkView), rows };
}

const WAITING = { outcome: 'waiting', reason: null, mail: null } as const;

function summary(document: BulkDocument, emails: Emails): BulkView {
  const { _id, organizationId, action, rows, startedAt, startedBy, finishedAt, undo } = document;
  const by = (id: string | null) => (id === null ? null : { id, email: emails.get(id) ?? null });
  const count = (matches: (row: BulkRow) => boolean) => rows.filter(matches).length;
  const mailsSent = count((row) => row.undo?.mail === 'sent');
  const restoredOnly = count((row) => row.undo?.mail === 'sent' && row.undo.outcome === 'restored');
  const mailsLeaveAt = new Date(Date.parse(startedAt) + BULK_EMAILS_WAIT_MS).toISOString();
  return {
    _id,
    organizationId,
    action: actionView(action, emails),
    phase: phaseOf(document),
    startedAt,
    startedBy: by(startedBy),
    finishedAt,
    total: rows.length,
    done: count(({ outcome }) => outcome !== null),
    changed: count(({ outcome }) => outcome === 'changed'),
    unchanged: count(({ outcome }) => outcome === 'unchanged'),
    refused: count(({ outcome }) => outcome === 'refused'),
    mailsLeaveAt: action.kind === 'template' ? mailsLeaveAt : null,
    undo: undo && {
      ...undo,
      startedBy: by(undo.startedBy),
      done: count((row) => row.undo !== null),
      restored: count((row) => row.undo?.outcome === 'restored'),
      unchanged: count((row) => row.undo?.outcome === 'unchanged'),
      left: count((row) => row.undo?.outcome === 'left'),
      mailsCancelled: count((row) => row.undo?.mail === 'cancelled'),
      mailsSent,
      message: mailsSent > 0 ? TEXTS.bulk.onlyStatusesRestored(mailsSent, restoredOnly) : null,
    },
  };
}

const peopleIn = (action: BulkAction): readonly string[] =>
  action.kind === 'assign' && action.userId !== null ? [action.userId] : [];

const actionView = (action: BulkAction, emails: Emails): BulkView['action'] =>
  action.kind === 'import' || action.kind === 'renameOption' ? action : chosenActionView(action, emails);

function chosenActionView(action: ChosenAction, emails: Emails): BulkPreview['action'] {
  switch (action.kind) {
    case 'status':
      return action;
    case 'assign':
      return { ...action, userEmail: action.userId === null ? null : (emails.get(action.userId) ?? null) };
    case 'template': {
      const { templateVersion: _, ...shown } = action;
      return shown;
    }
  }
}

const ORDER = ['changed', 'refused', 'unchanged'] as const satisfies readonly Previewed['outcome'][];

export async function previewView(
  action: ChosenAction,
  previewed: readonly Previewed[],
  documents: ReadonlyMap<string, ApplicationDocument>,
  readModels: ReadModels,
): Promise<BulkPreview> {
  const assignees = [...documents.values()].flatMap(({ adminAssigneeId }) => adminAssigneeId ?? []);
  const emails = await emailsOf([...peopleIn(action), ...assignees], readModels);
  const groups = new Map<string, BulkPreview['groups'][number]>();
  for (const { applicationId, outcome, reason } of previewed) {
    const sides = sidesOf(action, documents.get(applicationId), emails);
    const shown = { outcome, reason, before: sides.before, after: outcome === 'changed' ? sides.after : sides.before };
    const key = JSON.stringify(shown);
    const group = groups.get(key) ?? { ...shown, applicationIds: [] };
    group.applicationIds.push(applicationId);
    groups.set(key, group);
  }
  const count = (wanted: Previewed['outcome']) => previewed.filter(({ outcome }) => outcome === wanted).length;
  return {
    action: chosenActionView(action, emails),
    total: previewed.length,
    changed: count('changed'),
    unchanged: count('unchanged'),
    refused: count('refused'),
    groups: [...groups.values()].toSorted(
      (one, other) =>
        ORDER.indexOf(one.outcome) - ORDER.indexOf(other.outcome) ||
        other.applicationIds.length - one.applicationIds.length,
    ),
    mailsWaitMs: action.kind === 'template' ? BULK_EMAILS_WAIT_MS : null,
  };
}

function sidesOf(
  action: ChosenAction,
  document: ApplicationDocument | undefined,
  emails: Emails,
): { readonly before: string | null; readonly after: string | null } {
  const emailOf = (id: string | null | undefined) => (id ? (emails.get(id) ?? null) : null);
  switch (action.kind) {
    case 'status':
      return { before: document?.status ?? null, after: action.status };
    case 'assign':
      return { before: emailOf(document?.adminAssigneeId), after: emailOf(action.userId) };
    case 'template': {
      const before = document?.status ?? null;
      return { before, after: before === 'NEW' ? 'INFORMATION SENT' : before };
    }
  }
}
