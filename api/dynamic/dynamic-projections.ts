import type { DocumentStore } from '../../projections/document-store/port.ts';
import type { Engine } from '../../projections/engine/contract.ts';
import { createEngine } from '../../projections/engine/engine.ts';
import type { EventSource } from '../../projections/engine/event-source.ts';
import { retrying } from '../../timing/retrying.ts';
import { admit, type DynamicDefinition, LIMITS, type Limits, type RefusedDefinition, readable } from './definition.ts';
import { DynamicThread, type DynamicThreadOptions } from './dynamic-thread.ts';

const BACKOFF = { first: 1000 };

/** Read models that are added and removed at run time. Nothing waits for them. */
export interface DynamicProjections
  extends Pick<Engine, 'collection' | 'status' | 'waitFor' | 'generations' | 'liveGeneration' | 'countDocuments'> {
  /** Sets the whole set, the same in every process: new ones are built, missing ones dropped. Returns those beyond a limit. */
  want(definitions: readonly DynamicDefinition[]): readonly RefusedDefinition[];
  /** Whether the store has some of an earlier run. */
  areStored(): Promise<boolean>;
  /** Folds them in a thread while this process leads, until the signal aborts. */
  lead(signal: AbortSignal, term: number | null): Promise<void>;
  stop(): Promise<void>;
}

export interface DynamicProjectionsOptions extends Omit<DynamicThreadOptions, 'limits' | 'onServing'> {
  readonly log: EventSource;
  readonly readModels: DocumentStore;
  /** Whether documents can be read before the thread has opened their store: not if it has yet to create their file. */
  readonly isReadable: boolean;
  readonly limits?: Limits;
}

export function createDynamicProjections(options: DynamicProjectionsOptions): DynamicProjections {
  const { lane, log, readModels, isReadable, limits = LIMITS, onProblem } = options;
  const reader = createEngine({
    log,
    readModels,
    projections: [],
    isShared: true,
    isReader: true,
    name: lane,
    onProblem,
  });
  const stopping = new AbortController();
  let starting: Promise<void> | null = null;
  const start = () => {
    starting ??= retrying(stopping.signal, BACKOFF, reader.start, (error) =>
      onProblem('The dynamic projections cannot be read', error),
    );
  };
  const thread = new DynamicThread({ ...options, limits, onServing: start });
  return {
    want(definitions) {
      const { admitted, refused } = admit(definitions, limits);
      reader.reconcile(admitted.map(readable));
      thread.want(admitted);
      if (isReadable) start();
      return refused;
    },
    areStored: async () => (await readModels.collection({ name: `${lane}.projections`, indexes: [] }).count({})) > 0,
    lead: (signal, term) => thread.lead(signal, term),
    collection: reader.collection,
    status: reader.status,
    waitFor: reader.waitFor,
    liveGeneration: reader.liveGeneration,
    countDocuments: reader.countDocuments,
    generations: async () => (starting ? reader.generations() : new Map()),
    async stop() {
      stopping.abort();
      await starting;
      await reader.stop();
    },
  };
}
