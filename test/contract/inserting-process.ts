import { openStorage } from '../../api/storage/storage.ts';
import { createSqliteDocumentStore } from '../../projections/document-store/sqlite/document-store.ts';

const [file = '', count = '0', mayBeLost] = process.argv.slice(2);
const storage = await openStorage();
const store = createSqliteDocumentStore({ fileOf: () => file, writer: storage, synchronous: 'FULL' });
const collection = store.collection({ name: 'rows', indexes: [], mayBeLost: mayBeLost === 'mayBeLost' });
for (let n = 0; n < Number(count); n += 1) await collection.insert({ _id: `row-${n}` });
await store.close();
await storage.close();
