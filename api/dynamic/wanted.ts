import type { DynamicDefinition, RefusedDefinition } from './definition.ts';
import type { DynamicProjections } from './dynamic-projections.ts';

/** Joins the definitions of several sources, because `want` replaces the whole set. */
export interface Wanted {
  /** Replaces what this source wants. Returns those of its definitions that are beyond a limit. */
  set(source: string, definitions: readonly DynamicDefinition[]): readonly RefusedDefinition[];
}

export function createWanted(dynamic: Pick<DynamicProjections, 'want'>): Wanted {
  const bySource = new Map<string, readonly DynamicDefinition[]>();
  return {
    set(source, definitions) {
      bySource.set(source, definitions);
      const names = new Set(definitions.map(({ name }) => name));
      return dynamic.want([...bySource.values()].flat()).filter(({ name }) => names.has(name));
    },
  };
}
