import { openReadModels, removeReadModels } from '../support/read-models.ts';
import { killedProjectionsContract } from './killed-projections.contract.ts';

killedProjectionsContract('SQLite', {
  isShared: false,
  async openStore() {
    const models = await openReadModels();
    await models.close();
    const directory = JSON.stringify(models.directory);
    return {
      program: `(await from('test/support/read-models.ts')).openReadModels(${directory})`,
      open: () => openReadModels(models.directory),
      dispose: () => removeReadModels(models),
    };
  },
});
