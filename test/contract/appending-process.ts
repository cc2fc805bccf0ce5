import { randomUUID } from 'node:crypto';
import { openStorage } from '../../api/storage/storage.ts';
import { createSqliteEventStore } from '../../commands/event-store/sqlite/event-store.ts';

/**
 * Writers that print each id on standard output once its append is answered, up to `count` events each or until killed.
 */
const [file = '', writers = '1', count = 'Infinity'] = process.argv.slice(2);
const storage = await openStorage();
const store = await createSqliteEventStore({ file, writer: storage });

async function write(): Promise<void> {
  const stream = `application-${randomUUID()}`;
  for (let revision = -1; revision < Number(count) - 1; revision += 1) {
    const id = randomUUID();
    await store.append(stream, revision, [{ id, type: 'SomethingHappened', data: '{}', metadata: '{}' }]);
    // Waits for a slow reader; the pipe has the line when it returns.
    process.stdout.write(`${id}\n`);
  }
}

await Promise.all(Array.from({ length: Number(writers) }, write));
await store.close();
await storage.close();
