import '../../shared/ui/mantine-styles.ts';
import { Button, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { Organization } from '../../../../api/contract/organizations.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import log from '../../shared/log/log.module.css';
import { LogList } from '../../shared/log/log-list.tsx';
import { EmptyState } from '../../shared/pages/page-state.tsx';
import { StaffPage } from '../../shared/pages/staff-page.tsx';
import { AskedNotes } from '../../shared/reports/asked-notes.tsx';
import { type AuditAddress, addressWith, isNarrowed, type Narrowing, readAddress } from './address.ts';
import classes from './audit.module.css';
import { Entries } from './entries.tsx';
import { ExportButton } from './export-button.tsx';
import { FilterBar } from './filter-bar.tsx';
import { auditQuery } from './queries.ts';

const TITLE = 'Audit log';

export const AuditPage = () => (
  <StaffPage title={TITLE} capability="audit.read">
    {(organization) => <Audit organization={organization} />}
  </StaffPage>
);

function Audit({ organization }: { organization: Organization }) {
  const [params, setParams] = useSearchParams();
  const address = useMemo(() => readAddress(params), [params]);
  const narrow = (changes: Partial<AuditAddress>, { replaces = false } = {}) =>
    setParams(addressWith({ ...address, ...changes }), { replace: replaces });
  return (
    <div className={log.page}>
      <div className={classes.head}>
        <Title order={1}>{TITLE}</Title>
        <ExportButton organizationId={organization._id} address={address} />
      </div>
      <FilterBar organizationId={organization._id} address={address} onNarrow={narrow} />
      <AskedNotes path="/api/audit/notes" organizationId={organization._id} />
      <Found organizationId={organization._id} address={address} onNarrow={narrow} />
    </div>
  );
}

function Found({ organizationId, address, onNarrow }: Narrowing) {
  const found = useInfiniteQuery(auditQuery(organizationId, address));
  return (
    <LogList found={found} name="audit log" empty={<Nothing address={address} onNarrow={onNarrow} />}>
      {(entries) => <Entries organizationId={organizationId} entries={entries} onNarrow={onNarrow} />}
    </LogList>
  );
}

function Nothing({ address, onNarrow }: Pick<Narrowing, 'address' | 'onNarrow'>) {
  if (!isNarrowed(address)) return <EmptyState title="Nothing has happened yet">{TEXTS.audit.empty}</EmptyState>;
  return (
    <EmptyState
      title="No entries match these filters"
      action={
        <Button variant="default" onClick={() => onNarrow(readAddress(new URLSearchParams()))}>
          Clear filters
        </Button>
      }
    >
      {TEXTS.audit.searchHelp}
    </EmptyState>
  );
}
