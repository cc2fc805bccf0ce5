import '../../shared/ui/mantine-styles.ts';
import { Button, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { Organization } from '../../../../api/contract/organizations.ts';
import { can } from '../../../../domain/access/policy.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { EmptyState, ErrorState, usePageTitle } from '../../shared/pages/page-state.tsx';
import { Refused } from '../../shared/pages/refused.tsx';
import { AskedNotes } from '../../shared/reports/asked-notes.tsx';
import { useActor } from '../../shared/session/session.ts';
import { useVisit } from '../../shared/session/use-visit.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import { Bone, Loading, PageSkeleton } from '../../shared/ui/skeleton.tsx';
import { type AuditAddress, addressWith, isNarrowed, type Narrowing, readAddress } from './address.ts';
import classes from './audit.module.css';
import { Entries } from './entries.tsx';
import { ExportButton } from './export-button.tsx';
import { FilterBar } from './filter-bar.tsx';
import { auditQuery } from './queries.ts';

const TITLE = 'Audit log';

export function AuditPage() {
  usePageTitle(TITLE);
  const { isPending, failure, user, organization } = useVisit();
  const actor = useActor();
  if (isPending) return <PageSkeleton />;
  if (failure) return <ErrorState error={failure.error} onRetry={failure.retry} />;
  return organization && can(actor, 'audit.read', { organizationId: organization._id }) ? (
    <Audit organization={organization} />
  ) : (
    <Refused title={TITLE} isSignedOut={user === null}>
      {TEXTS.access.configRefused}
    </Refused>
  );
}

function Audit({ organization }: { organization: Organization }) {
  const [params, setParams] = useSearchParams();
  const address = useMemo(() => readAddress(params), [params]);
  const narrow = (changes: Partial<AuditAddress>, { replaces = false } = {}) =>
    setParams(addressWith({ ...address, ...changes }), { replace: replaces });
  return (
    <div className={classes.page}>
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
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = found;
  if (error && !data) {
    return (
      <ErrorState order={2} title="The audit log could not be loaded" error={error} onRetry={() => void refetch()} />
    );
  }
  if (!data) {
    return (
      <Loading label="Loading the audit log">
        <Bone height="3.5rem" />
        <Bone height="3.5rem" />
        <Bone height="3.5rem" />
        <Bone height="3.5rem" />
      </Loading>
    );
  }
  if (data.length === 0) return <Nothing address={address} onNarrow={onNarrow} />;
  return (
    <>
      <Entries organizationId={organizationId} entries={data} onNarrow={onNarrow} />
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
