import type { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import { MongoNetworkError } from 'mongodb';

/** Driver internals that are patched; ordinary members in version 7. */
interface DriverConnection extends EventEmitter {
  readonly error: Error | null;
  writeCommand(...given: unknown[]): Promise<void>;
}

let isShielded = false;

/**
 * A socket that the server closed is destroyed shortly before it reports so. A write in between waits for ever, without
 * a timeout; if it is the monitor's, the driver never finds the server again. This patch makes such a write fail with
 * its connection.
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
