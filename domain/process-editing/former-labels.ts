import { FACT_FIELDS } from '../process/conditions.ts';
import type { ProcessConfig } from '../process/config.ts';
import { fieldNamesOf } from '../process/fields.ts';
import { conditionsOf } from './condition-places.ts';
import { labelsOf } from './condition-sentences.ts';
import { type History, undo } from './history.ts';

/** Fields that conditions name and the process no longer has. */
export function goneTargets(config: ProcessConfig): readonly string[] {
  const known = new Set([...FACT_FIELDS, ...fieldNamesOf(config)]);
  const terms = conditionsOf(config).flatMap(({ condition }) => condition.terms);
  const names = terms.flatMap(({ target, targetDetails }) => (target === 'FIELD' ? [targetDetails ?? ''] : []));
  return [...new Set(names.filter((name) => name !== '' && !known.has(name)))];
}

/** The labels that these deleted fields had: in the saved process, or when an edit deleted them before any save. */
export function formerLabels(
  names: readonly string[],
  saved: ProcessConfig,
  history: History,
): ReadonlyMap<string, string> {
  const labels = new Map(labelsOf(saved));
  const missing = new Set(names.filter((name) => !labels.has(name)));
  for (let moved = undo(history); moved && missing.size > 0; moved = undo(moved.history)) {
    const then = labelsOf(moved.history.config);
    for (const name of missing) {
      const label = then.get(name);
      if (label === undefined) continue;
      labels.set(name, label);
      missing.delete(name);
    }
  }
  return labels;
}
