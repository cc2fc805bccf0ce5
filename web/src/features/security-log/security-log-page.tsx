import '../../shared/ui/mantine-styles.ts';
import { Button, NativeSelect, Title } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { Organization } from '../../../../api/contract/organizations.ts';
import { can } from '../../../../domain/access/policy.ts';
import { SECURITY_LOG_DAYS } from '../../../../domain/security-log/kinds.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { queryOf } from '../../shared/api/calls.ts';
import { MomentInput } from '../../shared/dates/moment-input.tsx';
import { EmptyState, ErrorState, usePageTitle } from '../../shared/pages/page-state.tsx';
import { Refused } from '../../shared/pages/refused.tsx';
import { useActor } from '../../shared/session/session.ts';
import { useVisit } from '../../shared/session/use-visit.ts';
import { useStaffNames } from '../../shared/staff-queries/staff-names.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import { Bone, Loading, PageSkeleton } from '../../shared/ui/skeleton.tsx';
import { isFiltered, NO_FILTERS, paramsOf, readFilters, type SecurityFilters } from './address.ts';
import { Entries } from './entries.tsx';
import { securityLogQuery } from './queries.ts';
import classes from './security-log.module.css';
import { KIND_OPTIONS } from './words.ts';

const TITLE = 'Security log';

interface Shown {
  readonly organizationId: string;
  readonly filters: SecurityFilters;
  readonly onFilter: (changes: Partial<SecurityFilters>) => void;
}

export function SecurityLogPage() {
  usePageTitle(TITLE);
  const { isPending, failure, user, organization } = useVisit();
  const actor = useActor();
  if (isPending) return <PageSkeleton />;
  if (failure) return <ErrorState error={failure.error} onRetry={failure.retry} />;
  return organization && can(actor, 'securityLog.read', { organizationId: organization._id }) ? (
    <SecurityLog organization={organization} />
  ) : (
    <Refused title={TITLE} isSignedOut={user === null}>
      {TEXTS.securityLog.ownersOnly}
    </Refused>
  );
}

function SecurityLog({ organization: { _id: organizationId } }: { organization: Organization }) {
  const [params, setParams] = useSearchParams();
  const filters = useMemo(() => readFilters(params), [params]);
  const shown: Shown = {
    organizationId,
    filters,
    onFilter: (changes) => setParams(paramsOf({ ...filters, ...changes })),
  };
  return (
    <div className={classes.page}>
      <div>
        <Title order={1}>{TITLE}</Title>
        <p className={classes.lead}>{TEXTS.securityLog.lead(SECURITY_LOG_DAYS)}</p>
      </div>
      <FilterBar {...shown} />
      <Found {...shown} />
    </div>
  );
}

function FilterBar({ organizationId, filters, onFilter }: Shown) {
  const { data: members = [] } = useQuery(queryOf('/api/users', { query: { organizationId } }));
  const call = useStaffNames();
  const isListed = filters.actorId === '' || members.some(({ _id }) => _id === filters.actorId);
  return (
    <search className={classes.filters} aria-label="Filters">
      <NativeSelect
        size="sm"
        label="Kind"
        value={filters.kind}
        data={KIND_OPTIONS}
        onChange={({ currentTarget }) => onFilter({ kind: currentTarget.value as SecurityFilters['kind'] })}
      />
      <NativeSelect
        size="sm"
        label="Person or token"
        value={filters.actorId}
        data={[
          { value: '', label: 'Anyone' },
          ...(isListed ? [] : [{ value: filters.actorId, label: 'Selected account' }]),
          ...members.map(({ _id, email }) => ({ value: _id, label: call(email) ?? email })),
        ]}
        onChange={({ currentTarget }) => onFilter({ actorId: currentTarget.value })}
      />
      <MomentInput label="From" at={filters.from} onMoment={(from) => onFilter({ from })} />
      <MomentInput label="Until" at={filters.to} onMoment={(to) => onFilter({ to })} />
      {isFiltered(filters) && (
        <Button
          variant="subtle"
          size="sm"
          leftSection={<IconX size={16} aria-hidden />}
          onClick={() => onFilter(NO_FILTERS)}
        >
          Clear filters
        </Button>
      )}
    </search>
  );
}

function Found({ organizationId, filters, onFilter }: Shown) {
  const found = useInfiniteQuery(securityLogQuery(organizationId, filters));
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = found;
  if (error && !data) {
    return (
      <ErrorState order={2} title="The security log could not be loaded" error={error} onRetry={() => void refetch()} />
    );
  }
  if (!data) {
    return (
      <Loading label="Loading the security log">
        <Bone height="3.5rem" />
        <Bone height="3.5rem" />
        <Bone height="3.5rem" />
        <Bone height="3.5rem" />
      </Loading>
    );
  }
  if (data.length === 0) return <Nothing filters={filters} onFilter={onFilter} />;
  return (
    <>
      <Entries entries={data} onFilter={onFilter} />
      {error && <Notice meaning="problem">{TEXTS.audit.olderFailed}</Notice>}
      {hasNextPage && (
        <Button
          variant="default"
          className={classes.start}
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show older entries
        </Button>
      )}
    </>
  );
}

function Nothing({ filters, onFilter }: Pick<Shown, 'filters' | 'onFilter'>) {
  if (!isFiltered(filters)) {
    return <EmptyState title="No entries yet">{TEXTS.reportPages.noLogins}</EmptyState>;
  }
  return (
    <EmptyState
      title="No entries match these filters"
      action={
        <Button variant="default" onClick={() => onFilter(NO_FILTERS)}>
          Clear filters
        </Button>
      }
    >
      Entries are deleted after {SECURITY_LOG_DAYS} days.
    </EmptyState>
  );
}
