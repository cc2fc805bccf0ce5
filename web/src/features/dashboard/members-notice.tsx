import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { counted } from '../../../../domain/text/counted.ts';
import { messageOf } from '../../shared/api/api-client.ts';
import { membersQuery } from '../../shared/reports/members.ts';
import classes from './dashboard.module.css';

const NOBODY: ReadonlySet<string> = new Set();

interface Members {
  /** None until they are known. */
  readonly ids: ReadonlySet<string>;
  readonly title: string;
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** The applications behind a number of a report; null without such a list in the address. */
export function useMembers(text: string | null): Members | null {
  const { data, isPending, error, refetch } = useQuery({
    ...membersQuery(text ?? ''),
    enabled: text !== null,
    staleTime: 30_000,
  });
  const ids = useMemo(() => (data ? new Set(data.ids) : NOBODY), [data]);
  return text === null ? null : { ids, title: data?.title ?? '', isPending, error, retry: () => void refetch() };
}

export function MembersNotice({ ids, title, isPending, error, retry, onClear }: Members & { onClear: () => void }) {
  return (
    <p className={classes.elsewhere} role={error ? 'alert' : 'status'}>
      {isPending && 'Loading the applications of the report…'}
      {error && `The applications of the report could not be loaded: ${messageOf(error)}`}
      {!isPending && !error && (
        <>
          From a report: <bdi>{title}</bdi>, {counted(ids.size, 'application', 'applications')}.
        </>
      )}{' '}
      {error && (
        <button type="button" className={classes.textButton} onClick={retry}>
          Try again
        </button>
      )}{' '}
      <button type="button" className={classes.textButton} onClick={onClear}>
        Show all applications
      </button>
    </p>
  );
}
