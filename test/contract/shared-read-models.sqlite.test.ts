import { openReadModels, removeReadModels } from '../support/read-models.ts';
import { sharedReadModelsContract } from './shared-read-models.contract.ts';

sharedReadModelsContract('SQLite', async () => {
  const models = await openReadModels();
  return {
    // One process owns the files, so all engines use its store.
    open: async () => models.store,
    async close() {
      await models.close();
      await removeReadModels(models);
    },
  };
});
