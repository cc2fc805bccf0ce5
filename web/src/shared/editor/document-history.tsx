import { Button } from '@mantine/core';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { use, useState } from 'react';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { messageOf } from '../api/api-client.ts';
import { useMayNow } from '../as-of/use-past.ts';
import { formatMoment, Moment } from '../dates/dates.tsx';
import type { Field } from '../forms/field-errors.ts';
import { ErrorState } from '../pages/page-state.tsx';
import { useUser } from '../session/session.ts';
import { useStaffNames } from '../staff-queries/staff-names.ts';
import { showAlert } from '../ui/dialogs.tsx';
import { Notice, takeFocus } from '../ui/notice.tsx';
import { Bone, Loading } from '../ui/skeleton.tsx';
import { Deleted } from './deleted.ts';
import { Disclosure } from './disclosure.tsx';
import documents from './documents.module.css';
import classes from './editor.module.css';
import { VersionComparison } from './version-comparison.tsx';
import { changesInWords, type VersionsPath, versionsQuery, whoSaved } from './versions.ts';

interface HistoryProps<Old> {
  readonly path: VersionsPath;
  readonly document: { readonly _id: string; readonly version: number };
  /** Fields of the document that put a change into words. */
  readonly fields: readonly Field[];
  readonly readVersion: (version: number) => Promise<Old>;
  /** Puts a version into the form, where saving makes it live, and returns how to undo that. Undefined: may only read. */
  readonly onRestore?: ((old: Old) => () => void) | undefined;
  /** False once the form has taken the restored version back by an undo of its own. */
  readonly isRestored?: boolean;
}

/** The section with a document's versions, for those who may read them. Any two can be compared. */
export function DocumentHistory<Old>({ organizationId, ...history }: HistoryProps<Old> & { organizationId: string }) {
  // A past page shows no versions, because some are later.
  const mayRead = useMayNow('history.read', organizationId);
  // Nothing can be restored in a deleted document.
  if (use(Deleted) || !mayRead) return null;
  return (
    <section className={documents.preview} aria-label="History">
      <h3>History</h3>
      <Versions {...history} />
    </section>
  );
}

interface Restored {
  readonly version: number;
  /** The saved version at that time: after the next save there is nothing to undo in the form. */
  readonly over: number;
  readonly undo: () => void;
}

function Versions<Old>({ path, document, fields, readVersion, onRestore, isRestored = true }: HistoryProps<Old>) {
  const { data: user } = useUser();
  const call = useStaffNames();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    versionsQuery(path, document._id),
  );
  const [restored, setRestored] = useState<Restored | null>(null);
  const restore = useMutation({
    mutationFn: readVersion,
    onSuccess: (old, version) => {
      if (onRestore) setRestored({ version, over: document.version, undo: onRestore(old) });
    },
    onError: (failure) => void showAlert(messageOf(failure)),
  });
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
  // A built-in email template has no version until it is changed.
  if (data.length === 0) return <p className={classes.quiet}>{TEXTS.editing.noChanges}</p>;
  // Some changes of a document, such as a new member of a school, are no versions.
  const live = data.some(({ version }) => version === document.version) ? document.version : data[0]?.version;
  return (
    <>
      <ol className={classes.versions}>
        {data.map((one) => {
          const lines = changesInWords(one, fields);
          return (
            <li key={one.version}>
              <p>
                <strong dir="auto">{whoSaved(one, user?._id ?? null, call)}</strong>{' '}
                {one.isFirst ? 'created it' : 'changed'} {lines.length === 1 && <span dir="auto">{lines[0]}</span>}
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
              {one.version === live ? (
                <span className={classes.quiet}>Live now</span>
              ) : (
                onRestore && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`Restore the version of ${formatMoment(one.at)}`}
                    loading={restore.isPending && restore.variables === one.version}
                    onClick={() => restore.mutate(one.version)}
                  >
                    Restore
                  </Button>
                )
              )}
              {isRestored && restored?.version === one.version && restored.over === document.version && onRestore && (
                <Notice role="status" ref={takeFocus}>
                  {TEXTS.editing.versionLoaded}{' '}
                  <Button
                    size="compact-sm"
                    variant="default"
                    onClick={({ currentTarget }) => {
                      currentTarget.closest('li')?.querySelector('button')?.focus();
                      restored.undo();
                      setRestored(null);
                    }}
                  >
                    Undo
                  </Button>
                </Notice>
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
      {data.length > 1 && (
        <Disclosure summary="Compare two versions">
          <VersionComparison versions={data} fields={fields} />
        </Disclosure>
      )}
    </>
  );
}
