import { infiniteQueryOptions } from '@tanstack/react-query';
import type { DocumentVersion } from '../../../../api/contract/versions.ts';
import { type Call, call, keyOf, type ReadPath } from '../api/calls.ts';
import type { Field } from '../forms/field-errors.ts';

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
      return oldest && oldest.version > FIRST ? oldest.version : undefined;
    },
    select: ({ pages }) => pages.flat(),
  });

/** The version of a new document. */
export const FIRST = 0;

const inWords = (value: unknown): string =>
  value === null || value === undefined || value === '' ? 'nothing' : String(value).replace(/\s+/g, ' ').slice(0, 200);

/** A version's changes, one line for each field: "Name from A to B". The first version has none. */
export function changesInWords({ version, changes }: DocumentVersion, fields: readonly Field[]): readonly string[] {
  if (version === FIRST) return [];
  return changes.map(({ field, before, after }) => {
    const label = fields.find(({ name }) => name === field)?.label ?? field;
    return `${label} from ${inWords(before)} to ${inWords(after)}`;
  });
}

export function whoSaved({ actor }: DocumentVersion, myId: string | null): string {
  if (actor.kind !== 'user') return 'The system';
  return actor.id !== null && actor.id === myId ? 'You' : (actor.email ?? 'Someone');
}
