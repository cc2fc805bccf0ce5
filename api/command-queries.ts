import type { CommandQueries } from '../commands/environment.ts';
import { normalizeEmail } from '../domain/email.ts';
import { offeredModels } from '../domain/payment-model/offered.ts';
import type { ReadModels } from './read-models.ts';

/** What decisions ask of read models, answered from the live ones. */
export function createCommandQueries({ applications, batches, processes, users }: ReadModels): CommandQueries {
  return {
    async applicationsOfUser(userId) {
      const { documents } = await applications.find({ userId });
      return documents.map(({ _id, batchId, status }) => ({ _id, batchId, status }));
    },
    async applicationsWithEmail(email) {
      const { documents } = await applications.find({ emailKey: normalizeEmail(email) });
      return documents.map(({ _id, batchId, userId }) => ({ _id, batchId, userId }));
    },
    async batchesOfProcess(processId) {
      const { documents } = await batches.find({ processId });
      return documents.map(({ _id, name }) => ({ _id, name }));
    },
    async processesOffering(organizationId, paymentModelId) {
      const { documents } = await processes.find({ organizationId });
      return documents
        .filter(({ config }) => offeredModels(config).has(paymentModelId))
        .map(({ _id, config }) => ({ _id, label: config.label }));
    },
    async rolesOfUser(userId) {
      return (await users.get(userId))?.orgRoles ?? [];
    },
  };
}
