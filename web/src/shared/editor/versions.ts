import { infiniteQueryOptions } from '@tanstack/react-query';
import type { DocumentVersion } from '../../../../api/contract/versions.ts';
import { textOf } from '../../../../domain/application/field-value.ts';
import { type Call, call, keyOf, type ReadPath } from '../api/calls.ts';
import { type Field, formValue, inWords } from '../forms/field-errors.ts';

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

const WORDS = 200;

const words = (field: Field | undefined, stored: unknown): string => {
  const value = formValue(stored);
  const text = field ? inWords(field, value) : textOf(value);
  return text.replace(/\s+/g, ' ').trim().slice(0, WORDS) || 'nothing';
};

/** A version's changes, one line for each field: "Name from A to B". The first version has none. */
export function changesInWords({ version, changes }: DocumentVersion, fields: readonly Field[]): readonly string[] {
  if (version === FIRST) return [];
  return changes.map(({ field, before, after }) => {
    const known = fields.find(({ name }) => name === field);
    return `${known?.label ?? field} from ${words(known, before)} to ${words(known, after)}`;
  });
}

export function whoSaved({ actor }: DocumentVersion, myId: string | null): string {
  if (actor.kind !== 'user') return 'The system';
  return actor.id !== null && actor.id === myId ? 'You' : (actor.email ?? 'Someone');
}
