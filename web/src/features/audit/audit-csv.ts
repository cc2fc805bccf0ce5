import type { AuditEntry } from '../../../../api/contract/audit.ts';
import { csvFile } from '../../../../domain/text/csv.ts';
import { spoken } from '../../shared/history/sentences.ts';
import { type AuditNames, kindInWords, objectOf, sentenceOfEntry } from './audit-words.ts';

const HEAD = ['Time (UTC)', 'Who', 'Email', 'What', 'Kind', 'Object', 'Details'];

/** The page's rows under the same filters; a bulk change is one row. */
export function auditCsv(entries: readonly AuditEntry[], names: AuditNames): string {
  const rows = entries.map((entry) => {
    const sentence = sentenceOfEntry(entry, { ...names, me: null });
    const details = sentence.details.map(({ label, before, after }) => `${label}: ${before ?? ''} → ${after ?? ''}`);
    return [
      entry.at,
      sentence.who,
      entry.actor.email,
      spoken(sentence),
      kindInWords(entry.kind),
      objectOf(entry),
      details.join('; '),
    ];
  });
  return csvFile([HEAD, ...rows]);
}
