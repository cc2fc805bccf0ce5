import type { AnyProjection } from '../../projections/engine/projection.ts';
import type { Fault } from '../../projections/engine/status.ts';

/** A projection that is added and removed at run time, as data for a thread. */
export interface DynamicDefinition {
  /** Unique and never reused; at most 100 characters. */
  readonly name: string;
  /** Another version builds its documents beside the live ones. */
  readonly version: number;
  /** URL of the file that exports `foldsOf`: the program's or the operator's code, never a school's. */
  readonly module: string;
  /** The argument of `foldsOf`: JSON of at most 64 kB. */
  readonly data: unknown;
  readonly indexes: readonly string[];
  /** Folds only this organization's events; null for all. */
  readonly organization: string | null;
  /** Position of the log, as text, at which folding ends; null for a live read model. */
  readonly until: string | null;
}

export type Folds = Pick<AnyProjection, 'id' | 'on' | 'isPersonal'>;
export interface FoldModule {
  foldsOf(data: unknown): Folds | Promise<Folds>;
}

export interface Limits {
  readonly total: number;
  readonly perOrganization: number;
  readonly documents: number;
}
export const LIMITS: Limits = { total: 200, perOrganization: 20, documents: 50_000 };
const MAX_DATA_LENGTH = 65_536;
const NAME = /^[A-Za-z][\w-]{0,99}$/;

export interface RefusedDefinition {
  readonly name: string;
  readonly reason: string;
}

export function admit(definitions: readonly DynamicDefinition[], limits: Limits) {
  const admitted: DynamicDefinition[] = [];
  const refused: RefusedDefinition[] = [];
  const names = new Set<string>();
  const counts = new Map<string | null, number>();
  for (const definition of definitions) {
    const { name, organization } = definition;
    const count = counts.get(organization) ?? 0;
    const reason =
      faultOf(definition) ??
      (names.has(name) ? 'Its name is already in use' : undefined) ??
      (admitted.length >= limits.total ? `The limit of ${limits.total} is reached` : undefined) ??
      (organization !== null && count >= limits.perOrganization
        ? `The organization's limit of ${limits.perOrganization} is reached`
        : undefined);
    if (reason !== undefined) {
      refused.push({ name, reason });
      continue;
    }
    names.add(name);
    counts.set(organization, count + 1);
    admitted.push(definition);
  }
  return { admitted, refused };
}

function faultOf({ name, version, data, until }: DynamicDefinition): string | undefined {
  if (!NAME.test(name)) return 'Its name must have at most 100 letters, digits, - and _';
  if (!Number.isSafeInteger(version) || version < 1) return 'Its version must be a whole number above 0';
  if (until !== null && !/^\d{1,18}$/.test(until)) return 'It has no end position';
  return (JSON.stringify(data) ?? '').length > MAX_DATA_LENGTH ? 'Its data has more than 64 kB' : undefined;
}

export const readable = ({ name, version, indexes, organization }: DynamicDefinition): AnyProjection => ({
  ...(organization !== null && { organization }),
  name,
  version,
  indexes,
  id: () => '',
  streams: () => [],
  on: {},
});

export const stoppedAt = (definition: DynamicDefinition, stopped: Fault): AnyProjection => ({
  ...readable(definition),
  stopped,
});

export const foldable = (definition: DynamicDefinition, folds: Folds, { documents }: Limits): AnyProjection => ({
  ...readable(definition),
  ...folds,
  maxDocuments: documents,
  ...(definition.until !== null && { until: BigInt(definition.until) }),
});
