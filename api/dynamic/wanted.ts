import type { DynamicDefinition, RefusedDefinition } from './definition.ts';
import type { DynamicProjections } from './dynamic-projections.ts';

/** Joins the definitions of several sources, because `want` replaces the whole set. */
export interface Wanted {
  /**
   * Replaces what this source wants. Returns those of its definitions that are beyond a limit. Nothing is built or
   * dropped before every source has given its first set.
   */
  set(source: string, definitions: readonly DynamicDefinition[]): readonly RefusedDefinition[];
}

export interface WantedOptions {
  readonly dynamic: Pick<DynamicProjections, 'want'>;
  readonly sources: readonly string[];
  /** Whether an earlier run left projections, which may no longer be wanted. */
  readonly areStored: () => Promise<boolean>;
  readonly onProblem: (message: string, error: unknown) => void;
}

export function createWanted({ dynamic, sources, areStored, onProblem }: WantedOptions): Wanted {
  const bySource = new Map<string, readonly DynamicDefinition[]>();
  const all = () => [...bySource.values()].flat();
  let hasBegun = false;
  const dropStored = () =>
    areStored().then(
      (are) => {
        if (!are || hasBegun) return;
        hasBegun = true;
        dynamic.want(all());
      },
      (error) => onProblem('The dynamic projections of an earlier run cannot be read', error),
    );
  return {
    set(source, definitions) {
      bySource.set(source, definitions);
      if (!sources.every((one) => bySource.has(one))) return [];
      // A portal without any needs no thread for them.
      if (!hasBegun && all().length === 0) {
        void dropStored();
        return [];
      }
      hasBegun = true;
      const names = new Set(definitions.map(({ name }) => name));
      return dynamic.want(all()).filter(({ name }) => names.has(name));
    },
  };
}
