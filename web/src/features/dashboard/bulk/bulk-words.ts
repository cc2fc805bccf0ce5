import type { Bulk, BulkPreview, BulkRow } from '../../../../../api/contract/bulk.ts';
import { counted, grouped } from '../../../../../domain/text/counted.ts';

type Action = Bulk['action'];
type Told = Omit<Bulk, 'rows'>;

export const applications = (count: number): string => counted(count, 'application', 'applications');

export function actionWords(action: Action): string {
  switch (action.kind) {
    case 'status':
      return `Set status to ${action.status}`;
    case 'assign':
      return action.userId === null ? 'Assign to nobody' : `Assign to ${action.userEmail ?? 'a former member'}`;
    case 'template':
      return `Send “${action.template}”`;
  }
}

const DONE: Readonly<Record<Action['kind'], string>> = {
  status: 'changed',
  assign: 'assigned',
  template: 'written to',
};
export const doneWord = (action: Action): string =>
  action.kind === 'assign' && action.userId === null ? 'unassigned' : DONE[action.kind];

const join = (parts: readonly (readonly [number, string])[]): string =>
  parts
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${grouped(count)} ${words}`)
    .join(' · ');

export function outcomeWords({ action, phase, total, done, changed, unchanged, refused, undo }: Told): string {
  const of = `of ${grouped(total)} done`;
  if (phase === 'running') return `${grouped(done)} ${of}`;
  if (phase === 'undoing') return `Undoing: ${grouped(undo?.done ?? 0)} ${of}`;
  if (undo) {
    const words = join([
      [undo.restored, 'restored'],
      [undo.mailsCancelled, undo.mailsCancelled === 1 ? 'email withdrawn' : 'emails withdrawn'],
      [undo.unchanged, 'unchanged'],
      [undo.left, undo.left === 1 ? 'left as it is' : 'left as they are'],
    ]);
    return `Undone: ${words}`;
  }
  return join([
    [changed, doneWord(action)],
    [unchanged, 'had it already'],
    [refused, 'refused'],
  ]);
}

export const previewWords = ({ action, total, changed, unchanged, refused }: BulkPreview): string => {
  const of = total === changed ? '' : ` of ${grouped(total)}`;
  const will = action.kind === 'template' ? 'will be written to' : `will be ${doneWord(action)}`;
  return [
    `${grouped(changed)}${of} ${will}`,
    join([
      [unchanged, unchanged === 1 ? 'has it already' : 'have it already'],
      [refused, 'refused'],
    ]),
  ]
    .filter(Boolean)
    .join(' · ');
};

export function undoQuestion({ action, changed, total, done }: Told, mailsWait: boolean): string {
  const which = applications(changed);
  const rest = done < total ? ' The others are not changed any more.' : '';
  switch (action.kind) {
    case 'status':
      return `Give ${which} back the status that each had before? What has been changed since stays as it is.${rest}`;
    case 'assign':
      return `Give ${which} back the assignee that each had before? What has been changed since stays as it is.${rest}`;
    case 'template':
      return mailsWait
        ? `Take back the emails to ${which}? Those that still wait are withdrawn, and the statuses that they changed are restored. What has been changed since stays as it is.${rest}`
        : `The emails to ${which} have been sent and cannot be taken back. Restore the statuses that they changed? What has been changed since stays as it is.${rest}`;
  }
}

export function rowWords(action: Action, { outcome, undo }: BulkRow): string {
  if (undo && outcome === 'changed') {
    const mail = undo.mail === null ? '' : `, email ${undo.mail === 'cancelled' ? 'withdrawn' : 'sent already'}`;
    return { waiting: 'to be restored', restored: 'restored', unchanged: 'as before', left: 'left as it is' }[
      undo.outcome
    ].concat(mail);
  }
  return { waiting: 'waits', changed: doneWord(action), unchanged: 'had it already', refused: 'refused' }[outcome];
}
