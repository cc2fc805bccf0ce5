import { randomUUID } from 'node:crypto';
import { openStorage } from '../../api/storage/storage.ts';
import { NO_STREAM, START } from '../../commands/event-store/port.ts';
import { createSqliteEventStore } from '../../commands/event-store/sqlite/event-store.ts';

const WRITERS = 32;
const [file = ''] = process.argv.slice(2);

/** Appends and reads on a slow disk, and prints the milliseconds of each. */
const storage = await openStorage();
const store = await createSqliteEventStore({ file, writer: storage });
const event = () => ({ id: randomUUID(), type: 'SomethingHappened', data: '{}', metadata: '{}' });

const start = performance.now();
let isWriting = true;
const writing = Promise.all(
  Array.from({ length: WRITERS }, () => store.append(`application-${randomUUID()}`, NO_STREAM, [event()])),
).then(() => {
  isWriting = false;
  return performance.now() - start;
});

let reads = 0;
let longestRead = 0;
while (isWriting) {
  const before = performance.now();
  await store.readAll({ after: START, limit: 100 });
  await new Promise(setImmediate);
  longestRead = Math.max(longestRead, performance.now() - before);
  reads += 1;
}
console.log(JSON.stringify({ appends: await writing, reads, longestRead }));
await store.close();
await storage.close();
