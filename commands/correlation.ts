import { AsyncLocalStorage } from 'node:async_hooks';

const correlations = new AsyncLocalStorage<string | null>();

/** Every line that `action` logs carries this id: a request's, also where a reaction or a mail follows from it. Null: none. */
export const withCorrelation = <Answer>(id: string | null, action: () => Answer): Answer =>
  correlations.run(id, action);

export const currentCorrelation = (): string | null => correlations.getStore() ?? null;
