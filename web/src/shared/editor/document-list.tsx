import { Button, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { usePosition } from '../as-of/use-past.ts';
import { EmptyState, ErrorState, usePageTitle } from '../pages/page-state.tsx';
import { Bone, Loading } from '../ui/skeleton.tsx';
import classes from './documents.module.css';

interface Loaded<Data> {
  readonly data: Data | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

/** All documents of a kind, with its four states. Without `create`, this person cannot make one. */
export function DocumentList<Item extends { readonly _id: string }>({
  title,
  noun = title.charAt(0).toLowerCase() + title.slice(1),
  query: { data, error, refetch },
  create,
  emptyText,
  tools,
  isShown = () => true,
  noneShownText = '',
  children,
}: {
  /** In the plural: `Payment models`. */
  title: string;
  /** Within a sentence; by default the title. */
  noun?: string;
  query: Loaded<readonly Item[]>;
  /** The label of the link to `new`. */
  create: string | false;
  emptyText: string;
  /** Beside the title of a list with documents: filters. */
  tools?: ReactNode;
  /** The filter that the tools set, and the text if it hides all. */
  isShown?: (item: Item) => boolean;
  noneShownText?: string;
  children: (item: Item) => ReactNode;
}) {
  usePageTitle(title);
  const isPast = usePosition() !== null;
  const link = create !== false && (
    <Button component={Link} to="new" size="sm">
      {create}
    </Button>
  );
  return (
    <section className={classes.page}>
      <div className={classes.head}>
        <Title order={2} size="h3">
          {title}
        </Title>
        {data && data.length > 0 && tools}
        {data && data.length > 0 && link}
      </div>
      {error && !data ? (
        <ErrorState order={2} title={`The ${noun} could not be loaded`} error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading label={`Loading the ${noun}`}>
          <Bone height="5rem" />
          <Bone height="5rem" />
        </Loading>
      ) : data.length === 0 ? (
        <EmptyState title={isPast ? `There were no ${noun} then` : `There are no ${noun} yet`} action={link}>
          {isPast ? null : emptyText}
        </EmptyState>
      ) : !data.some(isShown) ? (
        <p className={classes.quiet}>{noneShownText}</p>
      ) : (
        <ul className={classes.list}>
          {data.filter(isShown).map((item) => (
            <li key={item._id} className={classes.item}>
              {children(item)}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
