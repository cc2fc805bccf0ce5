import type { Recorded } from '../domain/event-sourcing/event.ts';
import { idOf } from '../domain/event-sourcing/streams.ts';
import type { ProcessConfig } from '../domain/process/config.ts';
import type { ProcessEvent } from '../domain/process/events.ts';
import { readable } from '../domain/process/process.ts';
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
  version: 3,
  digest: 'bf89e222f8bc5d50',
  indexes: ['organizationId'],
  id: (event) => idOf(event.stream),
  streams: (id) => [`process-${id}`],
  on: {
    ProcessCreated: (_, event) => ({
      _id: idOf(event.stream),
      ...version(event),
      ...event.data,
      config: readable(event.data.config),
    }),
    ProcessChanged: (document, event) =>
      document && { ...document, ...version(event), config: readable(event.data.config) },
    ProcessDeleted: () => undefined,
  },
});
