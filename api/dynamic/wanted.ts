import type { DynamicDefinition, RefusedDefinition } from './definition.ts';
import type { DynamicProjections } from './dynamic-projections.ts';

/** Joins the definitions of several sources, because `want` replaces the whole set. */
export interface Wanted {
  /**
   * Replaces what this source wants. Returns those of its definitions that are beyond a limit. Nothing is built or
   * dropped before every source and the revisions have been given once.
   */
  set(source: string, definitions: readonly DynamicDefinition[]): readonly RefusedDefinition[];
  /** How often creators had each projection built anew, by name: part of its version. */
  revise(revisions: ReadonlyMap<string, number>): void;
}

export interface WantedOptions {
  readonly dynamic: Pick<DynamicProjections, 'want'>;
  readonly sources: readonly string[];
  /** Whether an earlier run left projections, which may no longer be wanted. */
  readonly areStored: () => Promise<boolean>;
  readonly onProblem: (message: string, error: unknown) => void;
}

/** Room for revisions between two versions of a definition. */
const REVISIONS = 1000;

export function createWanted({ dynamic, sources, areStored, onProblem }: WantedOptions): Wanted {
  const bySource = new Map<string, readonly DynamicDefinition[]>();
  let revisions: ReadonlyMap<string, number> | undefined;
  let hasBegun = false;
  const all = () =>
    [...bySource.values()].flat().map((definition) => ({
      ...definition,
      version: definition.version * REVISIONS + ((revisions?.get(definition.name) ?? 0) % REVISIONS),
    }));
  const dropStored = () =>
    areStored().then(
      (are) => {
        if (!are || hasBegun) return;
        hasBegun = true;
        dynamic.want(all());
      },
      (error) => onProblem('The dynamic projections of an earlier run cannot be read', error),
    );
  function apply(): readonly RefusedDefinition[] {
    if (revisions === undefined || !sources.every((one) => bySource.has(one))) return [];
    // A portal without any needs no thread for them.
    if (!hasBegun && all().length === 0) {
      void dropStored();
      return [];
    }
    hasBegun = true;
    return dynamic.want(all());
  }
  return {
    set(source, definitions) {
      bySource.set(source, definitions);
      const names = new Set(definitions.map(({ name }) => name));
      return apply().filter(({ name }) => names.has(name));
    },
    revise(next) {
      revisions = next;
      apply();
    },
  };
}
