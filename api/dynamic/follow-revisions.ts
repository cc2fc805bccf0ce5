import { READ_MODEL_EVENTS } from '../../domain/read-model/events.ts';
import type { Engine } from '../../projections/engine/contract.ts';
import { retrying } from '../../timing/retrying.ts';
import type { ReadModels } from '../read-models/read-models.ts';
import type { Wanted } from './wanted.ts';

const BACKOFF = { first: 1000 };
const CHANGING: ReadonlySet<string> = new Set(READ_MODEL_EVENTS.map(({ type }) => type));

/** Keeps the versions of dynamic projections in step with what creators skip and retry, in every process. */
export function followRevisions({
  engine,
  readModels,
  wanted,
  onProblem,
}: {
  readonly engine: Pick<Engine, 'events$' | 'unseen$' | 'whenReady'>;
  readonly readModels: Pick<ReadModels, 'skips'>;
  readonly wanted: readonly Pick<Wanted, 'revise'>[];
  readonly onProblem: (message: string, error: unknown) => void;
}): { stop(): void } {
  const stopping = new AbortController();
  const renew = async () => {
    const { documents } = await readModels.skips.find({});
    const revisions = new Map(documents.map(({ _id, skipped, retries }) => [_id, skipped.length + retries]));
    for (const one of wanted) one.revise(revisions);
  };
  let renewing = engine.whenReady();
  const start = () => {
    renewing = renewing.then(() =>
      retrying(stopping.signal, BACKOFF, renew, (error) => onProblem('The skipped events cannot be read', error)),
    );
  };
  const pages = engine.events$.subscribe(({ events }) => {
    if (events.some(({ type }) => CHANGING.has(type))) start();
  });
  const unseen = engine.unseen$.subscribe(start);
  start();
  return {
    stop() {
      stopping.abort();
      pages.unsubscribe();
      unseen.unsubscribe();
    },
  };
}
