import { existsSync } from 'node:fs';
import {
  createDynamicProjections,
  type DynamicProjections,
  type DynamicProjectionsOptions,
} from '../dynamic/dynamic-projections.ts';
import { createWanted, type Wanted } from '../dynamic/wanted.ts';
import { FILES, fileNameOf } from '../projection-files/projection-folder.ts';
import { SAVED_REPORTS } from '../saved-reports/saved-reports.ts';
import { DYNAMIC_LANES, type DynamicLane } from '../storage/data-directory.ts';
import type { Stores } from '../storage/stores.ts';

const SOURCES: Readonly<Record<DynamicLane, string>> = { dynamic: SAVED_REPORTS, dynamicFiles: FILES };
const laneOf = (name: string): DynamicLane => (fileNameOf(name) === null ? 'dynamic' : 'dynamicFiles');

/** All dynamic projections as one set. */
export type AllDynamicProjections = Omit<DynamicProjections, 'want' | 'areStored'>;

export interface DynamicLanes {
  readonly dynamic: AllDynamicProjections;
  /** What each lane folds. */
  readonly wanted: Readonly<Record<DynamicLane, Wanted>>;
}

/** Saved reports and analysts' files fold in threads of their own, so that a file never delays a school's report. */
export function createDynamicLanes({
  stores,
  ...options
}: Omit<DynamicProjectionsOptions, 'readModels' | 'isReadable' | 'lane'> & {
  readonly stores: Pick<Stores, 'dynamicReadModels' | 'areDocumentsShared' | 'directory'>;
}): DynamicLanes {
  const { dynamicReadModels, areDocumentsShared, directory } = stores;
  const hasFile = (lane: DynamicLane) => areDocumentsShared || existsSync(directory.dynamicReadModels(lane));
  const create = (lane: DynamicLane) =>
    createDynamicProjections({
      ...options,
      lane,
      readModels: dynamicReadModels[lane],
      isReadable: hasFile(lane),
    });
  const lanes = { dynamic: create('dynamic'), dynamicFiles: create('dynamicFiles') };
  const wantedIn = (lane: DynamicLane) =>
    createWanted({
      dynamic: lanes[lane],
      sources: [SOURCES[lane]],
      areStored: async () => (areDocumentsShared ? lanes[lane].areStored() : hasFile(lane)),
      onProblem: options.onProblem,
    });
  return {
    dynamic: joined(lanes),
    wanted: { dynamic: wantedIn('dynamic'), dynamicFiles: wantedIn('dynamicFiles') },
  };
}

function joined(lanes: Readonly<Record<DynamicLane, DynamicProjections>>): AllDynamicProjections {
  const all = DYNAMIC_LANES.map((lane) => lanes[lane]);
  return {
    collection: (projection) => lanes[laneOf(projection.name)].collection(projection),
    liveGeneration: (name) => lanes[laneOf(name)].liveGeneration(name),
    countDocuments: (name) => lanes[laneOf(name)].countDocuments(name),
    async status() {
      const found = await Promise.all(all.map((lane) => lane.status()));
      const [{ head } = { head: '0' }] = found;
      return {
        head,
        isReady: found.every(({ isReady }) => isReady),
        error: found.find(({ error }) => error !== null)?.error ?? null,
        projections: found.flatMap(({ projections }) => projections),
      };
    },
    async generations() {
      return new Map((await Promise.all(all.map((lane) => lane.generations()))).flatMap((found) => [...found]));
    },
    async waitFor(position, { collections, ...options } = {}) {
      const waits = DYNAMIC_LANES.map((lane) => {
        const own = collections?.filter((name) => laneOf(name) === lane);
        return lanes[lane].waitFor(position, { ...options, ...(own && { collections: own }) });
      });
      return (await Promise.all(waits)).find((answer) => answer === 'stale') ?? 'reached';
    },
    async lead(signal, term) {
      await Promise.all(all.map((lane) => lane.lead(signal, term)));
    },
    async stop() {
      await Promise.all(all.map((lane) => lane.stop()));
    },
  };
}
