import { application } from '../../domain/application/application.ts';
import type { FileReference } from '../../domain/file-reference.ts';
import type { Environment } from '../environment.ts';
import type { FileStore } from '../file-store/port.ts';
import { load } from '../handle.ts';
import type { Place } from './place.ts';

/** What the person has uploaded, as their answers refer to it. */
export function createAnswerFilesPlace({ log, files }: Pick<Environment, 'log'> & { files: FileStore }): Place {
  return {
    async find({ applicationIds }) {
      const references: FileReference[] = [];
      for (const id of applicationIds) {
        const { state } = await load({ log }, application, id);
        if (state.kind !== 'application') continue;
        for (const value of Object.values(state.values)) if (typeof value !== 'string') references.push(value);
      }
      return {
        held: references,
        async remove() {
          const deleted = await Promise.all(references.map(({ fileId }) => files.delete(fileId)));
          return deleted.filter(Boolean).length;
        },
      };
    },
  };
}
