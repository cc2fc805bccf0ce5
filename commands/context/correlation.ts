import { AsyncLocalStorage } from 'node:async_hooks';

const correlations = new AsyncLocalStorage<string | null>();

/** Of every log line during `action`, also in reactions and emails. Null: none. */
export const withCorrelation = <Answer>(id: string | null, action: () => Answer): Answer =>
  correlations.run(id, action);

export const currentCorrelation = (): string | null => correlations.getStore() ?? null;
