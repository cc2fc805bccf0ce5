import { idOf } from '../../domain/event-sourcing/streams.ts';
import type { Projection } from '../../projections/engine/projection.ts';
import type { Folds } from '../dynamic/definition.ts';

const NAME = /^[A-Za-z][\w-]{0,59}$/;

export interface LoadedFile extends Folds {
  readonly name: string;
  readonly rows?: (documents: readonly unknown[]) => unknown;
}

/** Imports an analyst's file. Throws an error that names what is missing. */
export async function loadProjectionFile(url: string): Promise<LoadedFile> {
  const exported = (await import(url)) as Record<string, unknown>;
  const candidates = Object.values(exported).filter(isProjection);
  const [found] = candidates;
  if (!found) throw new Error('It exports no projection: export default projection({ name, on: { … } })');
  if (candidates.length > 1) throw new Error('It exports several projections; export one');
  const { name, id = ({ stream }) => idOf(stream), on, rows } = found;
  if (typeof name !== 'string' || !NAME.test(name))
    throw new Error('The name of its projection must be 1 to 60 letters, digits, - and _, and begin with a letter');
  if (typeof id !== 'function') throw new Error('"id" must be a function');
  if (rows !== undefined && typeof rows !== 'function') throw new Error('"rows" must be a function');
  for (const [type, handler] of Object.entries(on)) {
    if (!isHandler(handler)) throw new Error(`"on.${type}" must be a function, or { id, fold } with two functions`);
  }
  return { name, id, on, ...(rows && { rows }) };
}

type Candidate = Pick<Projection<never, never>, 'on'> & Partial<Pick<LoadedFile, 'name' | 'id' | 'rows'>>;

const isProjection = (value: unknown): value is Candidate =>
  typeof value === 'object' && value !== null && 'on' in value && typeof value.on === 'object' && value.on !== null;

const isHandler = (handler: unknown): boolean =>
  typeof handler === 'function' ||
  (typeof handler === 'object' &&
    handler !== null &&
    'id' in handler &&
    typeof handler.id === 'function' &&
    'fold' in handler &&
    typeof handler.fold === 'function');
