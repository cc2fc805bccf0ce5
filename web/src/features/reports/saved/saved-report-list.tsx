import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Organization } from '../../../../../api/contract/organizations.ts';
import type { SavedReport } from '../../../../../api/contract/saved-reports.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { usePosition } from '../../../shared/as-of/use-past.ts';
import { Day } from '../../../shared/dates/dates.tsx';
import { DocumentItem } from '../../../shared/editor/document-item.tsx';
import { DocumentList } from '../../../shared/editor/document-list.tsx';
import classes from '../../../shared/editor/documents.module.css';
import { useStaffNames } from '../../../shared/staff-queries/staff-names.ts';
import { useMayChange } from './may-change.ts';
import { reportsQuery } from './queries.ts';
import { DeletedNotice, DeleteReport } from './removal.tsx';
import { stateWords } from './report-state.tsx';

const BUILDING_MS = 1000;
const USUAL_MS = 30_000;

export function SavedReportList({ organization }: { organization: Organization }) {
  const call = useStaffNames();
  const asOf = usePosition();
  const query = useQuery({
    ...reportsQuery(organization._id, asOf),
    refetchInterval: ({ state: { data } }) => {
      if (asOf !== null) return false;
      return data?.some(({ progress }) => progress.state === 'building') ? BUILDING_MS : USUAL_MS;
    },
  });
  return (
    <>
      <DeletedNotice />
      <DocumentList
        title="Saved reports"
        query={query}
        create={asOf === null && 'New report'}
        emptyText={TEXTS.reportPages.empty}
      >
        {(report) => {
          const { _id: id, name, sentence, progress, isPinned, isAdminOnly, definedAt, definedBy } = report;
          return (
            <DocumentItem id={id} name={name} action="Open" beside={<DeleteReport report={report} isNamed />}>
              <p>{sentence}</p>
              <p className={classes.quiet}>
                {asOf === null && `${stateWords(progress)} · `}
                {isPinned && 'Pinned · '}
                {isAdminOnly && 'Only for Owners and Admins · '}
                <span dir="auto">{call(definedBy?.email) ?? 'Someone'}</span>, <Day at={definedAt} />
              </p>
              {progress.problem && (
                <p>
                  {progress.problem.message} <ChangeLink report={report} />
                </p>
              )}
            </DocumentItem>
          );
        }}
      </DocumentList>
    </>
  );
}

function ChangeLink({ report }: { report: SavedReport }) {
  return useMayChange(report) ? <Link to={`${report._id}/edit`}>Change the report</Link> : null;
}
