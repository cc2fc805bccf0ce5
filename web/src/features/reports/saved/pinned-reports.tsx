import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Organization } from '../../../../../api/contract/organizations.ts';
import type { SavedReport } from '../../../../../api/contract/saved-reports.ts';
import { pagePath } from '../../../../../domain/values/pages.ts';
import { usePastSearch, usePosition } from '../../../shared/as-of/use-past.ts';
import { ErrorState } from '../../../shared/pages/page-state.tsx';
import cards from '../../../shared/reports/reports.module.css';
import { Bone, Loading } from '../../../shared/ui/skeleton.tsx';
import { reportsQuery } from './queries.ts';
import { CsvLink, Figures, useResult } from './report-page.tsx';
import classes from './saved.module.css';

/** The pinned reports that this person may see, below the charts of the Reports page. */
export function PinnedReports({ organization: { _id: organizationId } }: { organization: Organization }) {
  const { data } = useQuery(reportsQuery(organizationId, usePosition()));
  const pinned = data?.filter(({ isPinned }) => isPinned) ?? [];
  if (pinned.length === 0) return null;
  return (
    <div className={classes.pinned}>
      {pinned.map((report) => (
        <PinnedReport key={report._id} report={report} />
      ))}
    </div>
  );
}

function PinnedReport({ report: { _id: id, name } }: { report: SavedReport }) {
  const { data, error, refetch } = useResult(id);
  const search = usePastSearch();
  return (
    <section className={cards.figure} aria-label={name}>
      <div className={cards.head}>
        <h2 dir="auto">
          <Link to={{ pathname: `${pagePath('reports')}/saved/${id}`, search }}>{name}</Link>
        </h2>
        {data && <CsvLink result={data} />}
      </div>
      {data ? (
        <Figures result={data} />
      ) : error ? (
        <ErrorState order={2} title="The report could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading label={`Loading ${name}`}>
          <Bone height="18rem" />
        </Loading>
      )}
    </section>
  );
}
