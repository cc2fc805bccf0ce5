import type { BatchState } from '../../domain/batch/batch.ts';
import { batchRegistryOf } from '../../domain/registry/registry.ts';
import type { NamesOf } from '../registry/names.ts';

export const batchNamesOf = (organizationId: string): NamesOf<BatchState> => ({
  registryId: batchRegistryOf(organizationId),
  names: ({ exists, details }) => (exists ? { batchSlug: details.slug } : {}),
});
