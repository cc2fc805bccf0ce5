import type { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import { MongoNetworkError } from 'mongodb';

/** The part of the driver's inside that is bent here; all of it is ordinary members of version 7. */
interface DriverConnection extends EventEmitter {
  readonly error: Error | null;
  writeCommand(...given: unknown[]): Promise<void>;
}

let isShielded = false;

/**
 * A socket that the server has closed is destroyed a moment before it says so. What the driver writes to it in between waits
 * for ever, with no time-out; where that is its monitor, it never finds the server again, and the process has lost it until
 * it starts anew. Here such a write fails with its connection.
 */
export function shieldDriver(): void {
  if (isShielded) return;
  isShielded = true;
  const { Connection } = createRequire(import.meta.url)('mongodb/lib/cmap/connection.js') as {
    Connection: { prototype: DriverConnection };
  };
  const { writeCommand } = Connection.prototype;
  Connection.prototype.writeCommand = async function (this: DriverConnection, ...given: unknown[]) {
    const closed = Promise.withResolvers<never>();
    const onClose = () => closed.reject(this.error ?? new MongoNetworkError('The connection has been closed'));
    this.once('close', onClose);
    try {
      await Promise.race([writeCommand.apply(this, given), closed.promise]);
    } finally {
      this.off('close', onClose);
    }
  };
}
