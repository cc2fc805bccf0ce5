import type { ActorReference } from '../../domain/access/actor.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { ReadModelNotReady } from '../../projections/engine/contract.ts';
import type { HistoryEntry } from '../contract/applications.ts';
import type { ReadModels } from '../read-models/read-models.ts';

type Change = HistoryEntry['changes'][number];
type Members = Readonly<Record<string, unknown>>;
export type Emails = ReadonlyMap<string, string | null>;

type People = Pick<ReadModels, 'users' | 'apiTokens'>;

/** An API token that acted in a person's place is called by its name. */
export async function emailsOf(authors: Iterable<string>, { users, apiTokens }: People): Promise<Emails> {
  const ids = [...new Set(authors)];
  const found = new Map((await users.getMany(ids)).map(({ _id, email }) => [_id, email]));
  const others = ids.filter((id) => !found.has(id));
  return new Map([...found, ...(await tokensAmong(others, { apiTokens }))]);
}

/** How the API tokens among these authors are called. */
export async function tokensAmong(ids: readonly string[], { apiTokens }: Pick<People, 'apiTokens'>): Promise<Emails> {
  if (ids.length === 0) return new Map();
  // Until the read model is built for the first time there are none.
  const tokens = await apiTokens.getMany(ids).catch((error) => {
    if (error instanceof ReadModelNotReady) return [];
    throw error;
  });
  return new Map(tokens.map(({ _id, name }) => [_id, TEXTS.apiTokens.calledBy(name)]));
}

export const actorView = ({ kind, id }: ActorReference, emails: Emails): HistoryEntry['actor'] => ({
  kind,
  id: id ?? null,
  email: id === undefined ? null : (emails.get(id) ?? null),
});

/** Lists whose elements have an `_id`, a name or a number are compared by element. */
export function changesBetween(before: Members, after: Members): Change[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return fields.flatMap((field) => {
    const [was, is] = [before[field] ?? null, after[field] ?? null];
    if (isSame(was, is)) return [];
    const whole = [{ field, before: was, after: is }];
    const [olds, news] = [elementsOf(was), elementsOf(is)];
    const parts = olds && news ? elementChanges(field, olds, news) : [];
    // A change of order only is a change of the whole list.
    return parts.length > 0 ? parts : whole;
  });
}

/** Quick for long lists, because most elements are the same objects. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (!Array.isArray(one) || !Array.isArray(other)) return JSON.stringify(one) === JSON.stringify(other);
  return one.length === other.length && one.every((element, index) => isSame(element, other[index]));
}

type Elements = ReadonlyMap<string, unknown>;

function elementsOf(value: unknown): Elements | null {
  if (value === null) return new Map();
  if (!Array.isArray(value)) return null;
  const keyed = value.map((element) => [keyOf(element), element] as const);
  return keyed.every((pair): pair is readonly [string, unknown] => pair[0] !== null) ? new Map(keyed) : null;
}

function keyOf(element: unknown): string | null {
  if (typeof element !== 'object' || element === null) return null;
  const { _id, name, n } = element as { _id?: unknown; name?: unknown; n?: unknown };
  const key = _id ?? name ?? n;
  return typeof key === 'string' || typeof key === 'number' ? String(key) : null;
}

function elementChanges(field: string, before: Elements, after: Elements): Change[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [was, is] = [before.get(key) ?? null, after.get(key) ?? null];
    return isSame(was, is) ? [] : [{ field, before: was, after: is }];
  });
}
