import { randomUUID } from 'node:crypto';
import { appendToStream, createEventStoreSchema, sqliteConnection } from '@event-driven-io/emmett-sqlite';

/**
 * Appends by emmett-sqlite as quick as its interface allows: on connections that stay open, one for each writer, since its
 * transactions are the connection's, and its event store opens one anew for every call.
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
        if (!appended.success) throw new Error('Somebody else wrote to this stream');
        version = appended.nextStreamPosition;
      };
    },
    close() {
      for (const connection of connections) connection.close();
    },
  };
}
