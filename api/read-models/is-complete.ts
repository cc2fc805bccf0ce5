import type { Engine } from '../../projections/engine/contract.ts';

/** No document of these read models has missed an event. */
export async function isComplete(engine: Pick<Engine, 'status'>, names: readonly string[]): Promise<boolean> {
  const { projections } = await engine.status();
  return projections.every(({ name, quarantined }) => quarantined.count === 0 || !names.includes(name));
}
