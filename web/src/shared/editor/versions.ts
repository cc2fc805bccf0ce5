import { infiniteQueryOptions } from '@tanstack/react-query';
import type { DocumentVersion } from '../../../../api/contract/versions.ts';
import type { CallByName } from '../../../../domain/user/display-name.ts';
import { type Call, call, keyOf, type ReadPath } from '../api/calls.ts';
import { type Field, formValue } from '../forms/field-errors.ts';
import { changeLines } from './change-words.ts';

export type VersionsPath = Extract<ReadPath, `${string}/{id}/versions`>;

export const versionsQuery = (path: VersionsPath, id: string) =>
  infiniteQueryOptions({
    queryKey: keyOf(path, { params: { id } }),
    queryFn: ({ pageParam, signal }): Promise<readonly DocumentVersion[]> =>
      call(`GET ${path}` satisfies Call, {
        params: { id },
        query: pageParam === null ? {} : { before: String(pageParam) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => {
      const oldest = page.at(-1);
      return oldest && !oldest.isFirst ? oldest.version : undefined;
    },
    select: ({ pages }) => pages.flat(),
  });

type Changes = DocumentVersion['changes'];

/** One line for each change; of a change in a list one for each element. */
export const linesOf = (changes: Changes, fields: readonly Field[]): readonly string[] =>
  changes.flatMap(({ field: name, before, after }) => {
    const field = fields.find((one) => one.name === name) ?? { name, label: name, dataType: 'text' };
    return changeLines(field, formValue(before), formValue(after));
  });

/** A version's changes in words. The first version has none. */
export const changesInWords = ({ isFirst, changes }: DocumentVersion, fields: readonly Field[]): readonly string[] =>
  isFirst ? [] : linesOf(changes, fields);

const SUMMARY_LENGTH = 60;

/** Tells versions of one minute apart: the first change, cut. */
export function summaryOf(version: DocumentVersion, fields: readonly Field[]): string {
  const [line, ...more] = changesInWords(version, fields);
  if (line === undefined) return version.isFirst ? 'created it' : 'no change';
  const cut = line.length > SUMMARY_LENGTH ? `${line.slice(0, SUMMARY_LENGTH).trimEnd()}…` : line;
  return more.length > 0 ? `${cut} and ${more.length} more` : cut;
}

const partOf = ({ field, before, after }: Changes[number]): string => {
  const { _id, name, n } = (after ?? before ?? {}) as Record<string, unknown>;
  return JSON.stringify([field, _id ?? name ?? n ?? null]);
};

/** What differs between two of the versions, which are ordered from the newest. */
export function differencesBetween(versions: readonly DocumentVersion[], one: number, other: number): Changes {
  const [older, newer] = [Math.min(one, other), Math.max(one, other)];
  const found = new Map<string, Changes[number]>();
  for (const { version, changes } of versions.toReversed()) {
    if (version <= older || version > newer) continue;
    for (const change of changes) {
      const key = partOf(change);
      found.set(key, { ...change, before: found.has(key) ? found.get(key)?.before : change.before });
    }
  }
  return [...found.values()].filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after));
}

export function whoSaved({ actor }: DocumentVersion, myId: string | null, call: CallByName): string {
  if (actor.kind !== 'user' && actor.kind !== 'token') return 'The system';
  return actor.id !== null && actor.id === myId ? 'You' : (call(actor.email) ?? 'Someone');
}
