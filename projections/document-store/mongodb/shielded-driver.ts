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
 * A write to a socket that the server has closed, before the driver notices, would wait without a timeout; in the
 * monitor, the driver would never find the server again. The patch makes the write fail.
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
