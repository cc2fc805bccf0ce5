import { Button } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { ErrorState } from '../pages/page-state.tsx';
import { Notice } from '../ui/notice.tsx';
import { Bone, Loading } from '../ui/skeleton.tsx';
import classes from './log.module.css';

/** The entries of a log, the newest first, and a button for older ones. */
export function LogList<Entry>({
  found: { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage },
  name,
  empty,
  children,
}: {
  found: UseInfiniteQueryResult<readonly Entry[]>;
  /** As in *The audit log could not be loaded*. */
  name: string;
  empty: ReactNode;
  children: (entries: readonly Entry[]) => ReactNode;
}) {
  if (error && !data) {
    return (
      <ErrorState order={2} title={`The ${name} could not be loaded`} error={error} onRetry={() => void refetch()} />
    );
  }
  if (!data) {
    return (
      <Loading label={`Loading the ${name}`}>
        <Bone height="3.5rem" />
        <Bone height="3.5rem" />
        <Bone height="3.5rem" />
        <Bone height="3.5rem" />
      </Loading>
    );
  }
  if (data.length === 0) return empty;
  return (
    <>
      {children(data)}
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
