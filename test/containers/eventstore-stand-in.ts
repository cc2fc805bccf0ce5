import { createServer as createHttpServer } from 'node:http';
import { connect, createServer } from 'node:net';
import { startEventStoreDouble } from '../support/eventstore-double.ts';

/** The double in the place of EventStoreDB's image: gRPC and `/health/live` on one port, its log where the volume is. */
const PORT = 2113;

const double = await startEventStoreDouble({ file: '/var/lib/eventstore/log' });
const health = createHttpServer(({ url }, response) => {
  response.writeHead(url === '/health/live' ? 204 : 404).end();
});

const front = createServer((socket) => {
  socket.on('error', () => socket.destroy());
  socket.once('data', (first) => {
    socket.pause();
    socket.unshift(first);
    // gRPC speaks HTTP/2, which begins so.
    if (!first.toString('latin1').startsWith('PRI')) {
      health.emit('connection', socket);
      return void socket.resume();
    }
    const behind = connect(double.port, '127.0.0.1');
    behind.on('error', () => socket.destroy());
    socket.on('close', () => behind.destroy());
    behind.on('close', () => socket.destroy());
    socket.pipe(behind).pipe(socket);
  });
});
front.listen(PORT);

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(0));
