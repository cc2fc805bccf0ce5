import { once } from 'node:events';
import { createServer, connect as openSocket, type Socket } from 'node:net';

/** Disturbs the connection between a client and a test server. */
export interface TcpProxy {
  readonly port: number;
  /** Delays each answer. */
  delayAnswers(ms: number): void;
  /** Passes requests on, and no answers. */
  swallowAnswers(): void;
  reset(): void;
  close(): Promise<void>;
}

export async function startTcpProxy(port: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let delay = 0;
  let isSwallowing = false;
  const server = createServer((client) => {
    const target = openSocket(port, '127.0.0.1');
    for (const [socket, other] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(socket.setNoDelay());
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    client.on('data', (chunk) => target.write(chunk));
    target.on('data', (chunk) => {
      if (isSwallowing) return;
      if (delay === 0) client.write(chunk);
      else setTimeout(() => client.write(chunk), delay);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as { port: number }).port,
    delayAnswers(ms) {
      delay = ms;
    },
    swallowAnswers() {
      isSwallowing = true;
    },
    reset() {
      isSwallowing = false;
      delay = 0;
      endAll();
    },
    async close() {
      server.close();
      endAll();
      await once(server, 'close');
    },
  };
}
