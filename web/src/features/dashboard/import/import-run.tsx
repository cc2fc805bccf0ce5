import { Button } from '@mantine/core';
import { IconArrowBackUp, IconDownload } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Bulk } from '../../../../../api/contract/bulk.ts';
import { counted, grouped } from '../../../../../domain/text/counted.ts';
import { shortFileName } from '../../../../../domain/text/groups/short-file-name.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { pagePath } from '../../../../../domain/values/pages.ts';
import { isNotFound } from '../../../shared/api/api-client.ts';
import { call } from '../../../shared/api/calls.ts';
import { useLeaveGuard } from '../../../shared/editor/leave-guard.ts';
import { downloadText } from '../../../shared/files/download.ts';
import { FileName } from '../../../shared/files/file-name.tsx';
import { ErrorState } from '../../../shared/pages/page-state.tsx';
import { LIST_KEY } from '../../../shared/staff-queries/read-applications.ts';
import { Notice, Problem, takeFocus } from '../../../shared/ui/notice.tsx';
import { STILL_TRYING } from '../../../shared/ui/online.tsx';
import { Bone, Loading } from '../../../shared/ui/skeleton.tsx';
import { isAtWork } from '../bulk/at-work.ts';
import { BulkResults } from '../bulk/bulk-results.tsx';
import { outcomeWords } from '../bulk/bulk-words.ts';
import { bulkQuery, noteBulk } from '../bulk/queries.ts';
import { useUndoBulk } from '../bulk/use-undo-bulk.ts';
import { ChooseFile, type ChosenFile } from './choose-file.tsx';
import classes from './import.module.css';
import type { KeptImport } from './kept-import.ts';
import type { SentRow } from './prepare-rows.ts';
import { readSpreadsheet } from './read-spreadsheet.ts';
import { countWords, ResultTable } from './result-table.tsx';
import { type Counts, countsOf, failedRowsCsv, type RowResult, resultsOf } from './row-results.ts';
import type { Target } from './suggest-columns.ts';
import { useAnswersForParts } from './use-answers-for-parts.ts';
import { type Work, workOf } from './work.ts';

type Started = KeptImport & { readonly bulkId: string };

export function ImportRun({
  kept,
  work,
  targets,
  onWork,
  onCounts,
  onAgain,
}: {
  kept: Started;
  work: Work | null;
  targets: readonly Target[];
  onWork: (work: Work) => void;
  onCounts: (counts: Counts) => void;
  onAgain: () => void;
}) {
  const { data: bulk, error, refetch } = useQuery(bulkQuery(kept.bulkId));
  const [results, setResults] = useState<readonly RowResult[] | null>(null);
  if (error && !bulk) {
    return (
      <>
        <ErrorState
          order={2}
          title="The import could not be loaded"
          error={error}
          {...(isNotFound(error) ? {} : { onRetry: () => void refetch() })}
        />
        {isNotFound(error) && <Button onClick={onAgain}>Start a new import</Button>}
      </>
    );
  }
  if (!bulk) {
    return (
      <Loading>
        <Bone width="60%" />
        <Bone height="6rem" />
      </Loading>
    );
  }
  if (bulk.undo) return <Undone bulk={bulk} onAgain={onAgain} />;
  if (kept.counts) {
    return <Finished bulk={bulk} counts={kept.counts} work={work} results={results} onAgain={onAgain} />;
  }
  if (!work) return <Interrupted bulk={bulk} kept={kept} targets={targets} onWork={onWork} onAgain={onAgain} />;
  return (
    <Running
      bulk={bulk}
      work={work}
      onDone={(done) => {
        setResults(done);
        onCounts(countsOf(done));
      }}
    />
  );
}

const STOPS = TEXTS.importing.confirmLeaveRunning;
const LOSES = TEXTS.importing.confirmLeaveRows;

function useAskFirst(asks: boolean, question: string): void {
  const isOnItsWay = useRef(asks);
  isOnItsWay.current = asks;
  useLeaveGuard(isOnItsWay, asks, question);
}

const titleOf = ({ action }: Bulk): string => (action.kind === 'import' ? `Import into ${action.batch}` : 'Import');

function Running({ bulk, work, onDone }: { bulk: Bulk; work: Work; onDone: (results: readonly RowResult[]) => void }) {
  const client = useQueryClient();
  const id = bulk._id;
  const send = useCallback(
    async (rows: readonly SentRow[], signal: AbortSignal) => {
      const answer = await call('POST /api/applications/import/{id}/rows', {
        params: { id },
        body: { rows: [...rows] },
        signal,
      });
      return answer.rows;
    },
    [id],
  );
  const { byRow, isDone, isHeldUp, error, retry } = useAnswersForParts(work.parts, send);
  useAskFirst(!isDone, STOPS);
  const results = useMemo(() => resultsOf(work.prepared, byRow, work.targets), [work, byRow]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the last part has its answer
  useEffect(() => {
    if (!isDone) return;
    void client.invalidateQueries({ queryKey: LIST_KEY });
    void client.invalidateQueries({ queryKey: bulkQuery(id).queryKey });
    onDone(results);
  }, [isDone]);
  const total = work.prepared.rows.length;
  return (
    <section className={classes.step}>
      <h2 ref={takeFocus} tabIndex={-1} dir="auto">
        {titleOf(bulk)}
      </h2>
      <progress value={results.length} max={total} aria-label="Importing" />
      <p role="status">
        {grouped(results.length)} of {counted(total, 'row', 'rows')} done{isHeldUp && `. ${STILL_TRYING}`}
      </p>
      <p className={classes.quiet}>{TEXTS.importing.keepOpen}</p>
      <Problem error={error} />
      <div className={classes.buttons}>
        {Boolean(error) && <Button onClick={retry}>Continue the import</Button>}
        <UndoButton bulk={bulk}>Stop and undo</UndoButton>
      </div>
    </section>
  );
}

function UndoButton({ bulk, children }: { bulk: Bulk; children: string }) {
  const { undo, isPending } = useUndoBulk(bulk);
  return (
    <Button
      variant="default"
      loading={isPending}
      leftSection={<IconArrowBackUp size={16} aria-hidden />}
      onClick={() => void undo()}
    >
      {children}
    </Button>
  );
}

function Interrupted({
  bulk,
  kept,
  targets,
  onWork,
  onAgain,
}: {
  bulk: Bulk;
  kept: Started;
  targets: readonly Target[];
  onWork: (work: Work) => void;
  onAgain: () => void;
}) {
  const [problem, setProblem] = useState<string | null>(null);
  const name = shortFileName(kept.fileName ?? '') || 'the same cells';
  const take = async ({ bytes, digest }: ChosenFile) => {
    if (digest !== kept.digest) {
      return setProblem(TEXTS.importing.otherFile(name));
    }
    const sheet = await readSpreadsheet(bytes, kept.reading);
    if (typeof sheet === 'string') return setProblem(sheet);
    onWork(workOf(sheet, kept.mapping ?? [], targets));
  };
  return (
    <section className={classes.step}>
      <h2 dir="auto">{titleOf(bulk)}</h2>
      <Notice meaning="attention">
        This import was interrupted after {counted(bulk.changed, 'applicant', 'applicants')}. Choose{' '}
        {kept.fileName ? <FileName name={kept.fileName} /> : 'the same file, or paste the same cells,'}{' '}
        {TEXTS.importing.noneTwice}
      </Notice>
      <ChooseFile label="Choose the same file" problem={problem} onChosen={(file) => void take(file)} />
      <div className={classes.buttons}>
        <UndoButton bulk={bulk}>Undo the whole import</UndoButton>
        <Button variant="default" onClick={onAgain}>
          End this import here
        </Button>
      </div>
    </section>
  );
}

function Finished({
  bulk,
  counts,
  work,
  results,
  onAgain,
}: {
  bulk: Bulk;
  counts: Counts;
  work: Work | null;
  results: readonly RowResult[] | null;
  onAgain: () => void;
}) {
  const [showsApplicants, setShowsApplicants] = useState(false);
  const [isSaved, setIsSaved] = useState(false);
  const failed = counts.duplicates + counts.errors;
  const canSave = failed > 0 && work !== null && results !== null;
  useAskFirst(canSave && !isSaved, LOSES);
  return (
    <section className={classes.step}>
      <h2 ref={takeFocus} tabIndex={-1} dir="auto">
        {titleOf(bulk)}
      </h2>
      <Notice meaning={counts.added > 0 ? 'good' : 'attention'} role="status">
        {countWords(counts, 'imported')}
      </Notice>
      {canSave && (
        <>
          <p>{TEXTS.importing.rowsToCorrect}</p>
          <Button
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => {
              downloadText('not-imported.csv', 'text/csv', failedRowsCsv(work.sheet, results));
              setIsSaved(true);
            }}
          >
            Download {counted(failed, 'row', 'rows')} as CSV
          </Button>
          <ResultTable results={results.filter(({ outcome }) => outcome !== 'new')} isResult />
        </>
      )}
      <div className={classes.buttons}>
        {bulk.changed > 0 && (
          <Button variant="default" onClick={() => setShowsApplicants(true)}>
            Show the imported applicants
          </Button>
        )}
        <Button variant="default" component={Link} to={pagePath('dashboard')}>
          Go to the dashboard
        </Button>
        <Button variant="default" onClick={onAgain}>
          Import another spreadsheet
        </Button>
        {bulk.total > 0 && <UndoButton bulk={bulk}>Undo the whole import</UndoButton>}
      </div>
      {showsApplicants && <BulkResults id={bulk._id} onClose={() => setShowsApplicants(false)} />}
    </section>
  );
}

function Undone({ bulk, onAgain }: { bulk: Bulk; onAgain: () => void }) {
  const client = useQueryClient();
  const [showsApplicants, setShowsApplicants] = useState(false);
  const isBusy = isAtWork(bulk);
  useEffect(() => {
    if (isBusy) return;
    noteBulk(client, bulk);
    void client.invalidateQueries({ queryKey: LIST_KEY });
  }, [isBusy, client, bulk]);
  return (
    <section className={classes.step}>
      <h2 ref={takeFocus} tabIndex={-1} dir="auto">
        {titleOf(bulk)}
      </h2>
      {isBusy && <progress value={bulk.undo?.done ?? 0} max={bulk.total} aria-label="Undoing" />}
      <p role="status">{outcomeWords(bulk)}</p>
      {!isBusy && (
        <div className={classes.buttons}>
          {(bulk.undo?.left ?? 0) > 0 && (
            <Button variant="default" onClick={() => setShowsApplicants(true)}>
              Show what was kept and why
            </Button>
          )}
          <Button onClick={onAgain}>Import another spreadsheet</Button>
        </div>
      )}
      {showsApplicants && <BulkResults id={bulk._id} onClose={() => setShowsApplicants(false)} />}
    </section>
  );
}
