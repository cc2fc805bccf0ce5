import { useQuery } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useId, useMemo, useRef } from 'react';
import type { ApplicationView } from '../../../../../api/contract/applications.ts';
import type { Batch } from '../../../../../api/contract/batches.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { dayReader } from '../../../../../domain/values/days.ts';
import { ChartQueueContext } from '../../../shared/charts/chart.tsx';
import { batchColours, CHART_VARIABLES } from '../../../shared/charts/chart-colours.ts';
import { useOrganization } from '../../../shared/organization/organization.ts';
import { AskedNotes } from '../../../shared/reports/asked-notes.tsx';
import { Choice } from '../../../shared/ui/choice.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { Bone } from '../../../shared/ui/skeleton.tsx';
import text from '../../../shared/ui/text-button.module.css';
import { plansQuery } from '../../application/plan-queries.ts';
import { EnrolleesChart } from './enrollees-chart.tsx';
import { ongoingOf } from './groups.ts';
import { Pies } from './pies.tsx';
import { PLAN_STATUS_NAMES, type PlanStatus, planShares, statusShares } from './shares.ts';
import classes from './trends.module.css';
import { useTrendsAddress } from './trends-address.ts';
import { TrendsHeading } from './trends-heading.tsx';

type Groups = ReadonlyMap<Batch, readonly ApplicationView[]>;

export function Trends({ groups, seesPlans }: { groups: Groups; seesPlans: boolean }) {
  const titleId = useId();
  const { address, actions } = useTrendsAddress();
  const organization = useOrganization().data;
  const timeZone = organization?.timeZone ?? 'UTC';
  const dayOf = useMemo(() => dayReader(timeZone), [timeZone]);
  const charts = useRef(Promise.resolve());
  const counted = useDeferredValue(groups);
  const ongoing = useMemo(() => ongoingOf(counted), [counted]);
  const colours = useMemo(() => batchColours(counted.keys()), [counted]);
  const hasApplications = [...ongoing.values()].some(({ length }) => length > 0);
  return (
    <section className={classes.trends} aria-labelledby={titleId} style={CHART_VARIABLES}>
      <TrendsHeading id={titleId} />
      <p className={classes.note}>
        {hasApplications ? TEXTS.dashboard.trendsHelp(timeZone.replaceAll('_', ' ')) : emptyText(ongoing.size)}
      </p>
      {organization && <AskedNotes path="/api/reports/trends/notes" organizationId={organization._id} />}
      {hasApplications && (
        <ChartQueueContext value={charts}>
          <EnrolleesChart ongoing={ongoing} colours={colours} dayOf={dayOf} address={address} actions={actions} />
          <Pies
            title="Enrollment status"
            what="Status"
            batches={ongoing}
            colours={colours}
            sharesOf={statusShares}
            nothing={TEXTS.dashboard.noApplications}
          />
          {seesPlans && organization && (
            <Plans
              organizationId={organization._id}
              batches={ongoing}
              colours={colours}
              planStatus={address.planStatus}
              onChoose={actions.showPlansOf}
            />
          )}
        </ChartQueueContext>
      )}
    </section>
  );
}

const emptyText = (batches: number): string =>
  batches === 0 ? TEXTS.dashboard.noOngoing : TEXTS.dashboard.noOngoingApplications;

function Plans({
  organizationId,
  batches,
  colours,
  planStatus,
  onChoose,
}: {
  organizationId: string;
  batches: Groups;
  colours: ReadonlyMap<string, string>;
  planStatus: PlanStatus;
  onChoose: (planStatus: PlanStatus) => void;
}) {
  const { data, isError, refetch } = useQuery(plansQuery(organizationId));
  const sharesOf = useCallback(
    (applications: readonly ApplicationView[]) => planShares(applications, data ?? [], planStatus),
    [data, planStatus],
  );
  if (!data && isError) {
    return (
      <Notice meaning="problem" role="alert">
        {TEXTS.dashboard.plansNotLoaded}{' '}
        <button type="button" className={text.textButton} onClick={() => void refetch()}>
          Try again
        </button>
      </Notice>
    );
  }
  if (!data) return <PlansSkeleton />;
  return (
    <Pies
      title="Payment plans"
      what="Payment plan"
      batches={batches}
      colours={colours}
      sharesOf={sharesOf}
      nothing={EMPTY_TEXTS[planStatus]}
    >
      <Choice legend="Applications" names={PLAN_STATUS_NAMES} value={planStatus} onChoose={onChoose} />
    </Pies>
  );
}

const PlansSkeleton = () => (
  <div className={classes.pies}>
    {[0, 1, 2].map((card) => (
      <Bone key={card} height="13rem" />
    ))}
  </div>
);

const EMPTY_TEXTS: Readonly<Record<PlanStatus, string>> = {
  all: TEXTS.dashboard.noApplications,
  signed: TEXTS.dashboard.noContracts,
  complete: TEXTS.dashboard.noneEnrolled,
};
