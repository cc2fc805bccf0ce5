import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import type { ApplicationView } from '../../../../../api/contract/applications.ts';
import { applicationQuery } from '../../../shared/application/application-query.ts';
import { ErrorState } from '../../../shared/pages/page-state.tsx';
import { Bone, Loading } from '../../../shared/ui/skeleton.tsx';
import classes from './history.module.css';

/** What a copy does not carry with it, from its original. */
export function BeforeTransfer({
  application: { transferredFrom },
  children,
}: {
  application: ApplicationView;
  children: (original: ApplicationView) => ReactNode;
}) {
  return transferredFrom ? <OfOriginal id={transferredFrom}>{children}</OfOriginal> : null;
}

function OfOriginal({ id, children }: { id: string; children: (original: ApplicationView) => ReactNode }) {
  const headingId = useId();
  const { data: original, error, refetch } = useQuery(applicationQuery(id));
  if (error && !original) {
    return (
      <ErrorState
        order={2}
        title="The history before the transfer could not be loaded"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <section className={classes.before} aria-labelledby={headingId}>
      <h3 id={headingId} className={classes.beforeTitle}>
        Before the transfer
      </h3>
      {original ? (
        children(original)
      ) : (
        <Loading label="Loading the history before the transfer">
          <Bone width="60%" />
          <Bone width="65%" />
        </Loading>
      )}
    </section>
  );
}
