import { randomUUID } from 'node:crypto';
import { appendToStream, createEventStoreSchema, sqliteConnection } from '@event-driven-io/emmett-sqlite';

/**
 * Appends with emmett-sqlite as fast as its interface allows: one open connection per writer, because a transaction
 * belongs to its connection and its event store opens a connection per call.
 */
export async function openPeer(file) {
  const connections = [sqliteConnection({ fileName: file })];
  await createEventStoreSchema(connections[0]);
  return {
    async newWriter(newEvent) {
      const connection = sqliteConnection({ fileName: file });
      connections.push(connection);
      const stream = `application-${randomUUID()}`;
      let version = 0n;
      return async () => {
        const events = [{ kind: 'Event', ...newEvent() }];
        const appended = await appendToStream(connection, stream, 'application', events, {
          expectedStreamVersion: version,
        });
        if (!appended.success) throw new Error('Another writer wrote to this stream');
        version = appended.nextStreamPosition;
      };
    },
    close() {
      for (const connection of connections) connection.close();
    },
  };
}
