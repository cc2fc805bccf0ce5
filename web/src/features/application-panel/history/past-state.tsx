import { useQuery } from '@tanstack/react-query';
import type { ApplicationView } from '../../../../../api/contract/applications.ts';
import { isNotFound } from '../../../shared/api/api-client.ts';
import { StatusChip } from '../../../shared/application/status-chip.tsx';
import { formatMoment } from '../../../shared/dates/dates.tsx';
import type { Names } from '../../../shared/history/sentences.ts';
import { ErrorState } from '../../../shared/pages/page-state.tsx';
import { applicationAsOfQuery } from '../../../shared/staff-queries/history-queries.ts';
import { Bone, Loading } from '../../../shared/ui/skeleton.tsx';
import { compare } from './compare.ts';
import classes from './history.module.css';
import { useNames, useOutline } from './use-names.ts';

/** What the panel shows of an application on a page that shows a moment: nothing to change. */
export function PastPanel({ application, position }: { application: ApplicationView; position: string }) {
  const names = useNames(application);
  return <PastState application={application} position={position} names={names} />;
}

export function PastState({
  application,
  position,
  at,
  names,
}: {
  application: ApplicationView;
  position: string;
  /** The time of this state, if it is known. */
  at?: string;
  names: Names;
}) {
  const outline = useOutline(application);
  const {
    data: past,
    error,
    refetch,
  } = useQuery({
    ...applicationAsOfQuery(application._id, position),
    // The slider moves faster than the server answers: the former answer remains visible meanwhile.
    placeholderData: (previous) => previous,
  });
  if (isNotFound(error)) {
    return (
      <p className={classes.quiet}>
        This application did not exist at that moment. It was submitted on {formatMoment(application.createdAt)}.
      </p>
    );
  }
  if (error) {
    return <ErrorState title="The earlier state could not be loaded" error={error} onRetry={() => void refetch()} />;
  }
  if (!past) {
    return (
      <Loading label="Loading the earlier state">
        <Bone height="1.75rem" width="14rem" />
        <Bone />
        <Bone />
      </Loading>
    );
  }
  return (
    <section
      className={classes.past}
      aria-label={`The application ${at === undefined ? 'at that moment' : `at ${formatMoment(at)}`}`}
    >
      <dl className={classes.state}>
        <div data-is-different={past.status !== application.status}>
          <dt>Status</dt>
          <dd>
            <StatusChip status={past.status} />
            {past.status !== application.status && (
              <span className={classes.since}>
                now <StatusChip status={application.status} />
              </span>
            )}
          </dd>
        </div>
        {compare(past, application, outline, names).map(({ label, past: then, present, isDifferent }) => (
          <div key={label} data-is-different={isDifferent}>
            <dt>{label}</dt>
            <dd>
              {then ?? <span className={classes.quiet}>not yet</span>}
              {isDifferent && <span className={classes.since}>now {present ?? 'empty'}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
