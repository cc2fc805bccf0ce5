import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useContext, useMemo } from 'react';
import { Link, useParams } from 'react-router';
import type { SavedReport, SavedReportResult } from '../../../../../api/contract/saved-reports.ts';
import { questionOf } from '../../../../../domain/saved-report/question.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { isNotFound, messageOf } from '../../../shared/api/api-client.ts';
import { call, keyOf, pathWith } from '../../../shared/api/calls.ts';
import { AS_OF } from '../../../shared/as-of/as-of-address.ts';
import { usePosition } from '../../../shared/as-of/use-past.ts';
import { Day } from '../../../shared/dates/dates.tsx';
import { Deleted } from '../../../shared/editor/deleted.ts';
import { DidNotExist, DocumentPage, WhenLoaded } from '../../../shared/editor/document-page.tsx';
import documents from '../../../shared/editor/documents.module.css';
import { ReportNotes } from '../../../shared/reports/report-notes.tsx';
import { useStaffNames } from '../../../shared/staff-queries/staff-names.ts';
import { showAlert } from '../../../shared/ui/dialogs.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { Bone, Loading } from '../../../shared/ui/skeleton.tsx';
import text from '../../../shared/ui/text-button.module.css';
import { useMayChange } from './may-change.ts';
import { numberPathOf } from './number-path.ts';
import { reportResultQuery } from './queries.ts';
import { DeleteReport } from './removal.tsx';
import { ReportFigures } from './report-figures.tsx';
import { ReportState, stateWords } from './report-state.tsx';
import classes from './saved.module.css';

const BUILDING_MS = 500;
const LIVE_MS = 5000;

/** The figures, asked again while they change. Those of the past do not. */
export function useResult(id: string) {
  const asOf = usePosition();
  return useQuery({
    ...reportResultQuery(id, asOf),
    refetchInterval: ({ state: { data, error } }) => {
      if (asOf !== null || isNotFound(error)) return false;
      return data?.progress.state === 'building' || data?.table?.isFormer ? BUILDING_MS : LIVE_MS;
    },
    ...(asOf !== null && { placeholderData: keepPreviousData }),
  });
}

export function ReportPage() {
  const { id = '' } = useParams();
  const isPast = usePosition() !== null;
  const query = useResult(id);
  if (isPast && isNotFound(query.error)) return <DidNotExist noun="report" />;
  return (
    <WhenLoaded query={query} noun="report">
      {(result) => <Report key={id} result={result} />}
    </WhenLoaded>
  );
}

function Report({ result }: { result: SavedReportResult }) {
  const { report } = result;
  const isDeleted = useContext(Deleted);
  return (
    <DocumentPage
      title={report.name}
      back="All saved reports"
      actions={
        !isDeleted && (
          <div className={documents.buttons}>
            <PinButton report={report} />
            <DeleteReport report={report} />
            <EditButton report={report} />
          </div>
        )
      }
    >
      {isDeleted && (
        <Notice meaning="problem" role="alert">
          {TEXTS.reportPages.deleted}
        </Notice>
      )}
      <Figures result={result} />
      {result.table && !isDeleted && (
        <p className={classes.links}>
          <CsvLink result={result} />
          <JsonLink result={result} />
        </p>
      )}
    </DocumentPage>
  );
}

const addressOf = ({ _id: id }: SavedReport, end: string): string => `${pathWith('/api/reports/{id}', { id })}/${end}`;

/** Of the figures shown. */
function useFigureSearch(): (position: string) => string {
  const isPast = usePosition() !== null;
  return (position) => `?${new URLSearchParams({ [isPast ? AS_OF : 'position']: position })}`;
}

function JsonLink({ result: { report, table } }: { result: SavedReportResult }) {
  const searchOf = useFigureSearch();
  return (
    table && (
      <a href={addressOf(report, 'result') + searchOf(table.position)} target="_blank" rel="noreferrer">
        Figures as JSON
      </a>
    )
  );
}

/** The file of the figures shown; none while the report is built for the first time. */
export function CsvLink({ result: { report, table } }: { result: SavedReportResult }) {
  const searchOf = useFigureSearch();
  if (!table) return null;
  return (
    <a className={text.textButton} href={addressOf(report, 'csv') + searchOf(table.position)} download>
      <IconDownload size={16} aria-hidden />
      Download CSV
    </a>
  );
}

/** What a report shows, or how far its build is. */
export function Figures({ result }: { result: SavedReportResult }) {
  const { report, progress, table } = result;
  const call = useStaffNames();
  const asOf = usePosition();
  const path = useMemo(() => numberPathOf(result, asOf), [result, asOf]);
  return (
    <>
      <ReportState progress={progress} label={`Building ${report.name}`} />
      {table?.isFormer && (
        <Notice role="status">
          These figures are still those of version {table.edition}. Version {report.edition} will be shown once it is
          complete: {stateWords(progress).toLowerCase()}. <KeepFormer report={report} table={table} />
        </Notice>
      )}
      {table && <ReportNotes notes={table.notes} />}
      {table ? (
        <>
          <ReportFigures table={table} chart={report.chart} name={report.name} path={path} />
          <p className={classes.footnote}>
            v{table.edition} since <Day at={table.definedAt} />,{' '}
            <span dir="auto">{call(table.definedBy?.email) ?? 'someone who has left'}</span>
          </p>
        </>
      ) : (
        progress.state === 'building' && (
          <Loading label="The report is being built">
            <Bone height="18rem" />
          </Loading>
        )
      )}
    </>
  );
}

/** Cancels the build: asks the former question again, whose figures are there. */
function KeepFormer({ report, table }: { report: SavedReport; table: NonNullable<SavedReportResult['table']> }) {
  const client = useQueryClient();
  const mayChange = useMayChange(report);
  const { _id: id, version } = report;
  const keep = useMutation({
    async mutationFn() {
      const params = { id };
      const query = { version: String(table.definition) };
      const former = await call('GET /api/reports/{id}', { params, query });
      return call('PUT /api/reports/{id}', { params, body: { version, ...questionOf(former) } });
    },
    onSettled: () => client.invalidateQueries({ queryKey: keyOf('/api/reports') }),
    onError: (error) => void showAlert(messageOf(error)),
  });
  if (!mayChange) return null;
  return (
    <Button size="compact-sm" variant="default" loading={keep.isPending} onClick={() => keep.mutate()}>
      Stop building and keep version {table.edition}
    </Button>
  );
}

function EditButton({ report }: { report: SavedReport }) {
  if (!useMayChange(report)) return null;
  return (
    <Button component={Link} to="edit" size="sm">
      Edit
    </Button>
  );
}

function PinButton({ report }: { report: SavedReport }) {
  const client = useQueryClient();
  const mayChange = useMayChange(report);
  const { _id: id, isPinned } = report;
  const pin = useMutation({
    mutationFn: () =>
      call(isPinned ? 'POST /api/reports/{id}/unpin' : 'POST /api/reports/{id}/pin', { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf('/api/reports') }),
    onError: (error) => void showAlert(messageOf(error)),
  });
  if (!mayChange) return null;
  return (
    // Not disabled meanwhile, because it would lose the focus.
    <Button
      variant="default"
      size="sm"
      aria-busy={pin.isPending}
      onClick={pin.isPending ? undefined : () => pin.mutate()}
    >
      {isPinned ? 'Unpin from Reports' : 'Pin to Reports'}
    </Button>
  );
}
