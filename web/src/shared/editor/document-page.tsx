import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { isNotFound } from '../api/api-client.ts';
import { usePastSearch } from '../as-of/use-past.ts';
import { EmptyState, ErrorState, NotFound, usePageTitle } from '../pages/page-state.tsx';
import { Bone, Loading } from '../ui/skeleton.tsx';
import { Deleted } from './deleted.ts';
import classes from './documents.module.css';

/** The page of one document: the way back, its title, and what belongs beside the title. */
export function DocumentPage({
  title,
  back,
  actions,
  children,
}: {
  title: string;
  /** The link's text: `All payment models`. */
  back?: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  usePageTitle(title);
  const search = usePastSearch();
  return (
    <section className={classes.page}>
      {back && (
        <Link to={{ pathname: '..', search }} relative="path">
          {back}
        </Link>
      )}
      <div className={classes.head}>
        <Title order={2} size="h3" dir="auto">
          {title}
        </Title>
        {actions}
      </div>
      {children}
    </section>
  );
}

export const DidNotExist = ({ noun }: { noun: string }) => (
  <EmptyState title={`This ${noun} did not exist at that moment`} />
);

/** A document before it is loaded, if it failed, or if it is absent, today or in the past. One that is deleted while it is shown stays. */
export function WhenLoaded<Document>({
  query: { data, error, refetch },
  noun,
  children,
}: {
  query: {
    readonly data: Document | null | undefined;
    readonly error: Error | null;
    readonly refetch: () => unknown;
  };
  /** `payment model` */
  noun: string;
  children: (document: Document) => ReactNode;
}) {
  const isGone = isNotFound(error);
  if (data === null) return <DidNotExist noun={noun} />;
  if (data !== undefined) return <Deleted value={isGone}>{children(data)}</Deleted>;
  if (isGone) return <NotFound />;
  if (error) {
    return (
      <ErrorState order={2} title={`The ${noun} could not be loaded`} error={error} onRetry={() => void refetch()} />
    );
  }
  return (
    <Loading label={`Loading the ${noun}`}>
      <Bone width="40%" height="2rem" />
      <Bone height="18rem" />
    </Loading>
  );
}
