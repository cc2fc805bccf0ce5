import { Button, NativeSelect } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DocumentVersion } from '../../../../api/contract/versions.ts';
import { formatMoment, Moment } from '../dates/dates.tsx';
import type { Field, Values } from '../forms/field-errors.ts';
import { ErrorState } from '../pages/page-state.tsx';
import { useUser } from '../session/session.ts';
import { showAlert } from '../ui/dialogs.tsx';
import { Bone, Loading } from '../ui/skeleton.tsx';
import { Disclosure } from './disclosure.tsx';
import classes from './editor.module.css';
import {
  changesInWords,
  differencesBetween,
  FIRST,
  linesOf,
  type VersionsPath,
  valuesAt,
  versionsQuery,
  whoSaved,
} from './versions.ts';

/** `onRestore` puts a version into the form; saving makes it live. Any two versions can be compared. */
export function History({
  path,
  id,
  fields,
  current,
  saved,
  onRestore,
}: {
  path: VersionsPath;
  id: string;
  fields: readonly Field[];
  current: number;
  /** The saved values of the form, from which those of older versions follow. */
  saved?: Values | undefined;
  /** Undefined for people who may not change the document. The values are null where they do not follow from `saved`. */
  onRestore?: ((version: number, values: Values | null) => void) | undefined;
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
  const restore = (version: number) => {
    const values = saved ? valuesAt(data, version, saved, fields) : null;
    if (values || !saved) return onRestore?.(version, values);
    void refetch();
    void showAlert('The history has just changed. Please try again.');
  };
  // Some changes of a document, such as a new member of a school, are no versions.
  const live = data.some(({ version }) => version === current) ? current : data[0]?.version;
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
              {one.version === live ? (
                <span className={classes.quiet}>Live now</span>
              ) : (
                onRestore && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`Restore the version of ${formatMoment(one.at)}`}
                    onClick={() => restore(one.version)}
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
      {data.length > 1 && (
        <Disclosure summary="Compare two versions">
          <Comparison versions={data} fields={fields} />
        </Disclosure>
      )}
    </>
  );
}

function Comparison({ versions, fields }: { versions: readonly DocumentVersion[]; fields: readonly Field[] }) {
  const [one, setOne] = useState(String(versions[1]?.version));
  const [other, setOther] = useState(String(versions[0]?.version));
  const options = versions.map(({ version, at }) => ({ value: String(version), label: formatMoment(at) }));
  const lines = linesOf(differencesBetween(versions, Number(one), Number(other)), fields);
  return (
    <div className={classes.comparison}>
      <div>
        <NativeSelect
          label="Version"
          data={options}
          value={one}
          onChange={({ currentTarget }) => setOne(currentTarget.value)}
        />
        <NativeSelect
          label="And version"
          data={options}
          value={other}
          onChange={({ currentTarget }) => setOther(currentTarget.value)}
        />
      </div>
      {lines.length === 0 ? (
        <p className={classes.quiet}>These versions do not differ.</p>
      ) : (
        <ul aria-label="Differences, from the older to the newer version">
          {lines.map((line) => (
            <li key={line} dir="auto">
              {line}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
