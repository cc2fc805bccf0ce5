import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { formatMoment, Moment } from '../dates/dates.tsx';
import type { Field } from '../forms/field-errors.ts';
import { ErrorState } from '../pages/page-state.tsx';
import { useUser } from '../session/session.ts';
import { Bone, Loading } from '../ui/skeleton.tsx';
import classes from './editor.module.css';
import { changesInWords, FIRST, type VersionsPath, versionsQuery, whoSaved } from './versions.ts';

/** `onRestore` puts a version into the form; saving makes it live. */
export function History({
  path,
  id,
  fields,
  current,
  onRestore,
}: {
  path: VersionsPath;
  id: string;
  fields: readonly Field[];
  current: number;
  /** Undefined for people who may not change the document. */
  onRestore?: ((version: number) => void) | undefined;
}) {
  const { data: user } = useUser();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    versionsQuery(path, id),
  );
  if (error && !data) {
    return (
      <ErrorState order={2} title="The history could not be loaded" error={error} onRetry={() => void refetch()} />
    );
  }
  if (!data) {
    return (
      <Loading label="Loading the history">
        <Bone width="70%" />
        <Bone width="60%" />
      </Loading>
    );
  }
  return (
    <>
      <ol className={classes.versions}>
        {data.map((one) => {
          const lines = changesInWords(one, fields);
          return (
            <li key={one.version}>
              <p>
                <strong dir="auto">{whoSaved(one, user?._id ?? null)}</strong>{' '}
                {one.version === FIRST ? 'created it' : 'changed'}{' '}
                {lines.length === 1 && <span dir="auto">{lines[0]}</span>}
                {' · '}
                <Moment at={one.at} />
              </p>
              {lines.length > 1 && (
                <ul>
                  {lines.map((line) => (
                    <li key={line} dir="auto">
                      {line}
                    </li>
                  ))}
                </ul>
              )}
              {one.version === current ? (
                <span className={classes.quiet}>Live now</span>
              ) : (
                onRestore && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`Restore the version of ${formatMoment(one.at)}`}
                    onClick={() => onRestore(one.version)}
                  >
                    Restore
                  </Button>
                )
              )}
            </li>
          );
        })}
      </ol>
      {hasNextPage && (
        <Button size="compact-sm" variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show earlier versions
        </Button>
      )}
    </>
  );
}
