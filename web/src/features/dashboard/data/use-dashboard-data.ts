import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { ApplicationView } from '../../../../../api/contract/applications.ts';
import type { Batch } from '../../../../../api/contract/batches.ts';
import { can } from '../../../../../domain/access/policy.ts';
import type { StatusLimit } from '../../../../../domain/application/status-limits.ts';
import type { CallByName } from '../../../../../domain/user/display-name.ts';
import { outlinesOf } from '../../../shared/application/outline.ts';
import { inSlices } from '../../../shared/browser/in-slices.ts';
import { useLiveQueries } from '../../../shared/live/live-changes.ts';
import { useActor } from '../../../shared/session/session.ts';
import { useVisit, type VisitFailure } from '../../../shared/session/use-visit.ts';
import {
  applicationsQuery,
  batchesQuery,
  pastQueries,
  processesQuery,
} from '../../../shared/staff-queries/list-queries.ts';
import { awaitedQuery } from '../../../shared/staff-queries/read-applications.ts';
import { useStaffNames } from '../../../shared/staff-queries/staff-names.ts';
import { usePlanNames } from '../../application/plan-queries.ts';
import { columnsFor, type DashboardColumn } from './columns.ts';
import { prepareOrder } from './row-order.ts';
import { useExistence } from './use-existence.ts';
import { useLiveRows } from './use-live-rows.ts';
import { groupByBatch, prepareSearch } from './visible-applications.ts';

export interface Staff {
  readonly isPending: boolean;
  readonly failure: VisitFailure | null;
  readonly isSignedOut: boolean;
  readonly myId: string | null;
  readonly organizationId: string | null;
  readonly canRead: boolean;
  readonly canWork: boolean;
  readonly canReadAdminOnly: boolean;
  readonly canAdd: boolean;
  readonly canSetLimits: boolean;
  readonly canBulk: boolean;
  readonly limits: readonly StatusLimit[];
  /** The organization's time zone, in which follow-ups are due. */
  readonly zone: string;
  /** Milliseconds since the epoch; the moment of a past page. */
  readonly now: () => number;
}

/** The list arrives in several answers; each would restart the preparation. */
const PREPARE_WAIT_MS = 100;

function* prepare(
  groups: ReadonlyMap<Batch, readonly ApplicationView[]>,
  call: CallByName,
): Generator<undefined, void> {
  prepareOrder();
  yield* prepareSearch(groups, call);
}

const NONE: ReadonlySet<string> = new Set();
const NO_LIMITS: readonly StatusLimit[] = [];

export function useStaff(): Staff {
  const actor = useActor();
  const { isPending, failure, user, organization } = useVisit();
  const resource = { organizationId: organization?._id ?? null };
  return {
    isPending,
    failure,
    isSignedOut: user === null,
    myId: user?._id ?? null,
    organizationId: resource.organizationId,
    canRead: can(actor, 'application.list', resource),
    canWork: can(actor, 'application.changeStatus', resource),
    canReadAdminOnly: can(actor, 'application.readAdminOnly', resource),
    canAdd: can(actor, 'application.addForOther', resource),
    canSetLimits: can(actor, 'organization.write', resource),
    canBulk: can(actor, 'application.bulk', resource),
    limits: organization?.statusLimits ?? NO_LIMITS,
    zone: organization?.timeZone ?? 'UTC',
    now: Date.now,
  };
}

/** At another moment with the limits of then, and without what changes something. */
export const onlyLooking = (staff: Staff, now: () => number, limits = staff.limits, zone = staff.zone): Staff => ({
  ...staff,
  now,
  limits,
  zone,
  canWork: false,
  canAdd: false,
  canSetLimits: false,
  canBulk: false,
});

export type ColumnsByBatch = ReadonlyMap<string, readonly DashboardColumn[]>;

const PRESENT = { applications: applicationsQuery, batches: batchesQuery, processes: processesQuery };

/** With `asOf`, everything is read as of that position of the log. */
export function useDashboardData({ canReadAdminOnly, limits, zone, now }: Staff, asOf: string | null) {
  const past = asOf === null ? null : (pastQueries(asOf) as unknown as typeof PRESENT);
  const { applications: rows, batches: programs, processes: configs } = past ?? PRESENT;
  const applications = useQuery(rows);
  const batches = useQuery(programs);
  const processes = useQuery(configs);
  const { data: awaitedNow = NONE } = useQuery(awaitedQuery);
  const awaited = asOf === null ? awaitedNow : NONE;
  useLiveQueries(asOf === null);
  useLiveRows(asOf === null);
  const all = [applications, batches, processes];

  const groups = useMemo(
    () => (batches.data && applications.data ? groupByBatch(batches.data, applications.data) : null),
    [batches.data, applications.data],
  );
  const call = useStaffNames();
  useEffect(() => {
    return groups ? inSlices(prepare(groups, call), () => undefined, PREPARE_WAIT_MS) : undefined;
  }, [groups, call]);
  const planNames = usePlanNames(canReadAdminOnly, applications.data);
  const columns = useMemo((): ColumnsByBatch => {
    const outlines = outlinesOf(processes.data ?? []);
    return new Map(
      batches.data?.map(({ _id, processId }) => [
        _id,
        columnsFor(outlines(processId).columns, canReadAdminOnly, limits, planNames, now, call, zone),
      ]),
    );
  }, [processes.data, batches.data, canReadAdminOnly, limits, planNames, now, call, zone]);
  const isWhole = awaited.size === 0;
  const existence = useExistence(isWhole ? groups : null, columns);

  return {
    groups: processes.data ? groups : null,
    columns,
    existence,
    call,
    awaited,
    isWhole,
    isCutShort: !isWhole && applications.isError,
    error: all.find(({ isError, data }) => isError && data === undefined)?.error,
    retry: () => {
      for (const query of all) if (query.isError) void query.refetch();
    },
  };
}
