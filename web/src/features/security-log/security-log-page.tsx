import '../../shared/ui/mantine-styles.ts';
import { Button, NativeSelect, Title } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { Organization } from '../../../../api/contract/organizations.ts';
import { SECURITY_LOG_DAYS } from '../../../../domain/security-log/kinds.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { queryOf } from '../../shared/api/calls.ts';
import { MomentInput } from '../../shared/dates/moment-input.tsx';
import log from '../../shared/log/log.module.css';
import { LogList } from '../../shared/log/log-list.tsx';
import { EmptyState } from '../../shared/pages/page-state.tsx';
import { StaffPage } from '../../shared/pages/staff-page.tsx';
import { useStaffNames } from '../../shared/staff-queries/staff-names.ts';
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

export const SecurityLogPage = () => (
  <StaffPage title={TITLE} capability="securityLog.read" refused={TEXTS.securityLog.ownersOnly}>
    {(organization) => <SecurityLog organization={organization} />}
  </StaffPage>
);

function SecurityLog({ organization: { _id: organizationId } }: { organization: Organization }) {
  const [params, setParams] = useSearchParams();
  const filters = useMemo(() => readFilters(params), [params]);
  const shown: Shown = {
    organizationId,
    filters,
    onFilter: (changes) => setParams(paramsOf({ ...filters, ...changes })),
  };
  return (
    <div className={log.page}>
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
    <search className={log.filters} aria-label="Filters">
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
  return (
    <LogList found={found} name="security log" empty={<Nothing filters={filters} onFilter={onFilter} />}>
      {(entries) => <Entries entries={entries} onFilter={onFilter} />}
    </LogList>
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
