import { Button, Checkbox } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { counted, grouped } from '../../../../../domain/text/counted.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { call } from '../../../shared/api/calls.ts';
import { Notice, Problem, takeFocus } from '../../../shared/ui/notice.tsx';
import { STILL_TRYING } from '../../../shared/ui/online.tsx';
import classes from './import.module.css';
import type { SentRow, Understood } from './prepare-rows.ts';
import { countWords, ResultTable } from './result-table.tsx';
import { countsOf, type RowResult, resultsOf, unansweredIn } from './row-results.ts';
import type { Target } from './suggest-columns.ts';
import { useAnswersForParts } from './use-answers-for-parts.ts';
import type { Work } from './work.ts';

export function Preview({
  batchId,
  work,
  onStarted,
}: {
  batchId: string;
  work: Work;
  onStarted: (bulkId: string, work: Work) => void;
}) {
  const send = useCallback(
    (rows: readonly SentRow[], signal: AbortSignal) =>
      call('POST /api/applications/import/preview', { body: { batchId, rows: [...rows] }, signal }),
    [batchId],
  );
  const { byRow, isDone, isHeldUp, error, retry } = useAnswersForParts(work.parts, send);
  const [sendsEmails, setSendsEmails] = useState(false);
  const [key] = useState(() => crypto.randomUUID());
  const starting = useMutation({
    mutationFn: () => call('POST /api/applications/import', { body: { batchId, sendsEmails }, idempotencyKey: key }),
    onSuccess: ({ _id }) => onStarted(_id, work),
  });
  const { rows, understood } = work.prepared;
  const results = isDone ? resultsOf(work.prepared, byRow, work.targets) : [];
  const counts = countsOf(results);
  return (
    <section className={classes.step}>
      <h2 ref={takeFocus} tabIndex={-1}>
        4. Preview
      </h2>
      {!isDone && !error && (
        <>
          <progress value={byRow.size} max={rows.length} aria-label="Checking the rows" />
          <p role="status">
            {isHeldUp ? STILL_TRYING : `${grouped(byRow.size)} of ${counted(rows.length, 'row', 'rows')} checked`}
          </p>
        </>
      )}
      <Problem error={error} />
      {Boolean(error) && <Button onClick={retry}>Try again</Button>}
      {isDone && (
        <>
          <p role="status">{countWords(counts, 'new')}</p>
          <UnderstoodValues understood={understood} />
          <Unanswered results={results} targets={work.targets} />
          <ResultTable results={results} />
          {counts.added === 0 ? (
            <Notice meaning="attention">{TEXTS.importing.noneFits}</Notice>
          ) : (
            <>
              <Checkbox
                size="sm"
                label="Also send the emails and webhooks of a new application"
                description={TEXTS.importing.sendsNothing}
                checked={sendsEmails}
                onChange={({ currentTarget }) => setSendsEmails(currentTarget.checked)}
              />
              <Problem error={starting.error} />
              <Button loading={starting.isPending} onClick={() => starting.mutate()}>
                Import {counted(counts.added, 'applicant', 'applicants')}
              </Button>
            </>
          )}
        </>
      )}
    </section>
  );
}

const MOST_SHOWN = 10;

function UnderstoodValues({ understood }: { understood: readonly Understood[] }) {
  if (understood.length === 0) return null;
  return (
    <div>
      <p>Values matched to the field’s options:</p>
      <ul className={classes.understood}>
        {understood.slice(0, MOST_SHOWN).map(({ label, typed, meant }) => (
          <li key={`${label}:${typed}`}>
            {label}: <bdi>{typed.slice(0, 100)}</bdi> becomes <bdi>{meant}</bdi>
          </li>
        ))}
      </ul>
      {understood.length > MOST_SHOWN && <p>and {grouped(understood.length - MOST_SHOWN)} more</p>}
    </div>
  );
}

function Unanswered({ results, targets }: { results: readonly RowResult[]; targets: readonly Target[] }) {
  const unanswered = unansweredIn(results, targets);
  if (unanswered.length === 0) return null;
  return (
    <div>
      <p>{TEXTS.importing.unanswered}</p>
      <ul className={classes.understood}>
        {unanswered.map(({ label, rows }) => (
          <li key={label}>
            <bdi>{label}</bdi>: {counted(rows, 'applicant', 'applicants')}
          </li>
        ))}
      </ul>
    </div>
  );
}
