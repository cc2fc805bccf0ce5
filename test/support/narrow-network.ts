import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';

/** Limits the bytes per second to a local EventStoreDB. */
export async function startNarrowNetwork(
  port: number,
  bytesPerSecond: number,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  };
  const listener = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      keep(socket);
      socket.once('close', () => other.destroy());
    }
    near.pipe(throttle(bytesPerSecond)).pipe(far);
    far.pipe(near);
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return {
    url: `esdb://127.0.0.1:${(listener.address() as AddressInfo).port}?tls=false`,
    async close() {
      const closed = once(listener, 'close');
      listener.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function throttle(bytesPerSecond: number): Transform {
  let freeAt = 0;
  return new Transform({
    async transform(chunk: Buffer, _encoding, done) {
      freeAt = Math.max(freeAt, performance.now()) + (chunk.length / bytesPerSecond) * 1000;
      await pause(freeAt - performance.now());
      done(null, chunk);
    },
  });
}
