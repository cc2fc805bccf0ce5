import type { Recorded } from '../domain/event-sourcing/event.ts';
import { idOf } from '../domain/event-sourcing/streams.ts';
import type { ProcessConfig } from '../domain/process/config.ts';
import type { ProcessEvent } from '../domain/process/events.ts';
import { projection } from './engine/projection.ts';

export interface ProcessDocument {
  readonly _id: string;
  readonly _pos?: bigint;
  readonly version: number;
  readonly organizationId: string;
  readonly config: ProcessConfig;
}

const version = (event: Recorded<ProcessEvent>) => ({ version: event.revision });

export const processes = projection<ProcessDocument, ProcessEvent>({
  name: 'processes',
  version: 2,
  digest: 'c1b78200ae07541b',
  indexes: ['organizationId'],
  id: (event) => idOf(event.stream),
  streams: (id) => [`process-${id}`],
  on: {
    ProcessCreated: (_, event) => ({ _id: idOf(event.stream), ...version(event), ...event.data }),
    ProcessChanged: (document, event) => document && { ...document, ...version(event), config: event.data.config },
    ProcessDeleted: () => undefined,
  },
});
