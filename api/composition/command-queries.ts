import type { CommandQueries } from '../../commands/handling/environment.ts';
import { isLocked } from '../../domain/application/statuses.ts';
import { hasStarted } from '../../domain/batch/status.ts';
import { fileBytes } from '../../domain/limits/quotas.ts';
import { offeredModels } from '../../domain/payment-model/offered.ts';
import { report } from '../../domain/saved-report/report.ts';
import { normalizeEmail } from '../../domain/values/email.ts';
import { type ReadModels, readModelOf } from '../read-models/read-models.ts';

export function createCommandQueries(readModels: ReadModels): CommandQueries {
  const { applications, batches, processes, users, files, fileReferences } = readModels;
  return {
    async applicationsOfUser(userId) {
      const { documents } = await applications.find({ userId });
      return documents.map(({ _id, organizationId, batchId, status }) => ({ _id, organizationId, batchId, status }));
    },
    async applicationsWithEmail(email) {
      const { documents } = await applications.find({ emailKey: normalizeEmail(email) });
      return documents.map(({ _id, organizationId, batchId, userId }) => ({ _id, organizationId, batchId, userId }));
    },
    async batchesOfProcess(processId) {
      const { documents } = await batches.find({ processId });
      return documents.map(({ _id, name }) => ({ _id, name }));
    },
    async applicationsInProgress(processId) {
      const { documents: users } = await batches.find({ processId });
      const running = users.filter(({ status }) => !hasStarted(status));
      const { documents } = await applications.find({ batchId: running.map(({ _id }) => _id) });
      return documents.filter(({ status }) => !isLocked(status));
    },
    async processesOffering(organizationId, paymentModelId) {
      const { documents } = await processes.find({ organizationId });
      return documents
        .filter(({ config }) => offeredModels(config).has(paymentModelId))
        .map(({ _id, config }) => ({ _id, label: config.label }));
    },
    async referrersOfFile(fileId) {
      const { documents } = await fileReferences.find({ fileId });
      return documents.map(({ stream }) => stream);
    },
    async filesOfReferrers(streams) {
      if (streams.length === 0) return [];
      const { documents } = await fileReferences.find({ stream: streams });
      return [...new Set(documents.map(({ fileId }) => fileId))];
    },
    async filesUploadedBy({ userId, email }) {
      const found = await Promise.all([
        userId === null ? [] : files.find({ uploadedBy: userId }).then(({ documents }) => documents),
        email === null ? [] : files.find({ uploaderKey: normalizeEmail(email) }).then(({ documents }) => documents),
      ]);
      return [...new Set(found.flat().map(({ _id }) => _id))];
    },
    async bytesUploadedBy(userId) {
      const { documents } = await files.find({ uploadedBy: userId });
      return documents.reduce((sum, { size }) => sum + fileBytes(size), 0);
    },
    async countDocuments(category, organizationId) {
      const isKept = category === report.category;
      return readModels[readModelOf(category)].count({ organizationId, ...(isKept && { isDeleted: false }) });
    },
    async rolesOfUser(userId) {
      return (await users.get(userId))?.orgRoles ?? [];
    },
  };
}
