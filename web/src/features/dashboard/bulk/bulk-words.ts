import type { Bulk, BulkPreview, BulkRow } from '../../../../../api/contract/bulk.ts';
import { counted, grouped } from '../../../../../domain/text/counted.ts';
import type { CallByName } from '../../../../../domain/user/display-name.ts';

type Action = Bulk['action'];
type BulkSummary = Omit<Bulk, 'rows'>;

export const applications = (count: number): string => counted(count, 'application', 'applications');

export function actionWords(action: Action, call: CallByName): string {
  switch (action.kind) {
    case 'status':
      return `Set status to ${action.status}`;
    case 'assign':
      return action.userId === null ? 'Unassign' : `Assign to ${call(action.userEmail) ?? 'a former member'}`;
    case 'template':
      return `Send “${action.template}”`;
    case 'renameOption':
      return `Rename “${action.from}” to “${action.to}” in the answers to “${action.label}”`;
    case 'import':
      return `Import into ${action.batch}`;
  }
}

const DONE: Readonly<Record<Action['kind'], string>> = {
  status: 'changed',
  assign: 'assigned',
  template: 'emailed',
  renameOption: 'renamed',
  import: 'imported',
};
export const doneWord = (action: Action): string =>
  action.kind === 'assign' && action.userId === null ? 'unassigned' : DONE[action.kind];

const join = (parts: readonly (readonly [number, string])[]): string =>
  parts
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${grouped(count)} ${words}`)
    .join(' · ');

export function outcomeWords({ action, phase, total, done, changed, unchanged, refused, undo }: BulkSummary): string {
  const of = `of ${grouped(total)} done`;
  if (phase === 'running') return `${grouped(done)} ${of}`;
  if (phase === 'undoing') return `Undoing: ${grouped(undo?.done ?? 0)} ${of}`;
  if (undo) {
    const words = join([
      [undo.restored, action.kind === 'import' ? 'removed' : 'restored'],
      [undo.mailsCancelled, undo.mailsCancelled === 1 ? 'email cancelled' : 'emails cancelled'],
      [undo.unchanged, 'unchanged'],
      [undo.left, action.kind === 'import' ? 'left' : 'not restored'],
    ]);
    return `Undone: ${words}`;
  }
  return join([
    [changed, doneWord(action)],
    [unchanged, 'already had it'],
    [refused, 'refused'],
  ]);
}

export const previewWords = ({ action, total, changed, unchanged, refused }: BulkPreview): string => {
  const of = total === changed ? '' : ` of ${grouped(total)}`;
  const will = action.kind === 'template' ? 'will be emailed' : `will be ${doneWord(action)}`;
  return [
    `${grouped(changed)}${of} ${will}`,
    join([
      [unchanged, unchanged === 1 ? 'already has it' : 'already have it'],
      [refused, 'refused'],
    ]),
  ]
    .filter(Boolean)
    .join(' · ');
};

export function undoQuestion({ action, changed, total, done }: BulkSummary, emailsWait: boolean): string {
  const which = applications(changed);
  const rest = done < total ? ' The remaining applications will not be changed.' : '';
  switch (action.kind) {
    case 'status':
      return `Restore the previous status of ${which}? Later changes are kept.${rest}`;
    case 'assign':
      return `Restore the previous assignee of ${which}? Later changes are kept.${rest}`;
    case 'template':
      return emailsWait
        ? `Cancel the emails to ${which}? Emails that are still waiting will be cancelled, and the statuses that they changed will be restored. Later changes are kept.${rest}`
        : `The emails to ${which} have been sent and cannot be cancelled. Restore the statuses that they changed? Later changes are kept.${rest}`;
    case 'renameOption':
      return `Restore “${action.from}” in the answers of ${which}? Later changes are kept.${rest}`;
    case 'import':
      return `Remove ${which} and erase the personal data in them? This cannot be undone. Applications that the applicant has used or that someone has changed since then are kept and listed under Results.`;
  }
}

/** False for a row whose address answers 404: an import refused it, or its undo removed the application. */
export const hasApplication = ({ kind }: Action, { outcome, undo }: BulkRow): boolean =>
  kind !== 'import' || !(outcome === 'refused' || undo?.outcome === 'restored' || undo?.outcome === 'unchanged');

export function rowWords(action: Action, { outcome, undo }: BulkRow): string {
  if (undo && outcome === 'changed') {
    const mail = undo.mail === null ? '' : `, email ${undo.mail === 'cancelled' ? 'cancelled' : 'already sent'}`;
    const words =
      action.kind === 'import'
        ? { waiting: 'to be removed', restored: 'removed', unchanged: 'removed', left: 'left' }
        : { waiting: 'to be restored', restored: 'restored', unchanged: 'as before', left: 'not restored' };
    return words[undo.outcome].concat(mail);
  }
  return { waiting: 'waits', changed: doneWord(action), unchanged: 'already had it', refused: 'refused' }[outcome];
}
