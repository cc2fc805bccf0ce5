import '../../../shared/ui/mantine-styles.ts';
import { Button, Title } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { pagePath } from '../../../../../domain/values/pages.ts';
import { ErrorState, usePageTitle } from '../../../shared/pages/page-state.tsx';
import { useLoginLink } from '../../../shared/session/login-link.ts';
import { batchesQuery, processesQuery } from '../../../shared/staff-queries/list-queries.ts';
import { Notice } from '../../../shared/ui/notice.tsx';
import { PageSkeleton } from '../../../shared/ui/skeleton.tsx';
import { type Staff, useStaff } from '../data/use-dashboard-data.ts';
import classes from './import.module.css';
import { fieldsFor } from './import-fields-of-batch.ts';
import { ImportRun } from './import-run.tsx';
import { useKeptImport } from './kept-import.ts';
import { SetUp } from './set-up.tsx';
import type { Work } from './work.ts';

const TITLE = 'Import applicants';

export function ImportPage() {
  usePageTitle(TITLE);
  const staff = useStaff();
  if (staff.isPending) return <PageSkeleton />;
  if (staff.failure) return <ErrorState error={staff.failure.error} onRetry={staff.failure.retry} />;
  return (
    <section className={classes.page}>
      <div className={classes.head}>
        <Link to={pagePath('dashboard')} className={classes.back}>
          <IconChevronLeft size={16} aria-hidden /> Dashboard
        </Link>
        <Title order={1}>{TITLE}</Title>
      </div>
      {staff.canBulk ? <Loaded staff={staff} /> : <Refused isSignedOut={staff.isSignedOut} />}
    </section>
  );
}

function Refused({ isSignedOut }: { isSignedOut: boolean }) {
  const loginLink = useLoginLink();
  return (
    <>
      <Notice meaning="attention">{isSignedOut ? TEXTS.access.configRefused : TEXTS.importing.adminsOnly}</Notice>
      {isSignedOut && (
        <div>
          <Button component={Link} to={loginLink}>
            Log in
          </Button>
        </div>
      )}
    </>
  );
}

function Loaded({ staff }: { staff: Staff }) {
  const batches = useQuery(batchesQuery);
  const processes = useQuery(processesQuery);
  const { kept, keep, forget } = useKeptImport(staff);
  const [work, setWork] = useState<Work | null>(null);
  const failed = [batches, processes].find(({ isError, data }) => isError && data === undefined);
  if (failed) {
    return (
      <ErrorState
        order={2}
        title="The batches could not be loaded"
        error={failed.error}
        onRetry={() => void failed.refetch()}
      />
    );
  }
  if (!batches.data || !processes.data) return <PageSkeleton />;
  const fields = fieldsFor(batches.data, processes.data);
  const again = () => {
    setWork(null);
    forget();
  };
  return kept.bulkId ? (
    <ImportRun
      key={kept.bulkId}
      kept={{ ...kept, bulkId: kept.bulkId }}
      work={work}
      targets={fields(kept.batchId)}
      onWork={setWork}
      onCounts={(counts) => keep({ counts })}
      onAgain={again}
    />
  ) : (
    <SetUp
      batches={batches.data}
      targetsOf={fields}
      kept={kept}
      keep={keep}
      onStarted={(bulkId, started) => {
        setWork(started);
        keep({ bulkId });
      }}
    />
  );
}
