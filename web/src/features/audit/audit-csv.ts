import type { AuditEntry } from '../../../../api/contract/audit.ts';
import { BYTE_ORDER_MARK, csvLine } from '../../../../domain/text/csv.ts';
import { spoken } from '../../shared/history/sentences.ts';
import { noteColumn } from '../../shared/reports/note-column.ts';
import { type AuditNames, kindInWords, objectOf, sentenceOfEntry } from './audit-words.ts';

const HEAD = ['Time (UTC)', 'Who', 'Email', 'What', 'Kind', 'Object', 'Details'];

export const auditHead = (notes: readonly string[]): string =>
  `${BYTE_ORDER_MARK}${csvLine([...HEAD, ...Object.keys(noteColumn(notes))])}`;

/** The page's rows under the same filters; a bulk change is one row. */
export function auditLines(entries: readonly AuditEntry[], names: AuditNames, notes: readonly string[]): string {
  const about = Object.values(noteColumn(notes));
  const lines = entries.map((entry) => {
    const sentence = sentenceOfEntry(entry, { ...names, me: null });
    const details = sentence.details.map(
      ({ label, before, after }) => `${label}: ${before === null ? '' : `${before} → `}${after ?? 'nothing'}`,
    );
    return csvLine([
      entry.at,
      sentence.who,
      entry.actor.email,
      spoken(sentence),
      kindInWords(entry.kind),
      objectOf(entry),
      details.join('; '),
      ...about,
    ]);
  });
  return lines.join('');
}
