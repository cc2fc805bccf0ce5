import { file } from '../../domain/file/file.ts';
import { eraseFilesOf, filesOfPerson } from '../file/erase-files.ts';
import type { FileEnvironment } from '../file/file-environment.ts';
import { load } from '../handling/handle.ts';
import type { Place } from './place.ts';

/** Uploads are data subjects of their own, because they may precede their application. */
export function createFilesPlace(environment: FileEnvironment): Place {
  return {
    async find({ applicationIds, accountId: userId, email, organizationId }) {
      const ids = await filesOfPerson(environment, { applicationIds, userId, email });
      const held: unknown[] = [];
      for (const fileId of ids) {
        const { state } = await load(environment, file, fileId);
        if (state.kind !== 'stored') continue;
        const { fileName, mediaType, size, uploadedAt } = state;
        held.push({ fileId, fileName, mediaType, size, uploadedAt });
      }
      return {
        held,
        async remove(context) {
          const erased = await eraseFilesOf(environment, { applicationIds, userId, email, organizationId }, context);
          if (!erased.ok) throw new Error(`Files could not be erased: ${erased.rejection.message}`);
          return { count: erased.value.fileIds.length, position: erased.value.position };
        },
      };
    },
  };
}
