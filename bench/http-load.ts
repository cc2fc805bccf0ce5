import { connect, type Socket } from 'node:net';

const CONNECTIONS = 50;

interface Load {
  readonly url: string;
  readonly path: string;
  readonly cookie?: string;
  readonly ms: number;
}

/** Answers per second over 50 busy connections. Plain sockets, because parsing every answer would cost the server's processor. */
export async function requestsPerSecond({ url, path, cookie, ms }: Load): Promise<number> {
  const { host, hostname, port } = new URL(url);
  const question = [`GET ${path} HTTP/1.1`, `Host: ${host}`, ...(cookie ? [`Cookie: ${cookie}`] : []), '', ''].join(
    '\r\n',
  );
  const started = performance.now();
  const end = started + ms;
  const counts = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => {
      const socket = connect(Number(port), hostname);
      return askUntil(socket, question, end).finally(() => socket.destroy());
    }),
  );
  return (counts.reduce((sum, count) => sum + count, 0) * 1000) / (performance.now() - started);
}

function askUntil(socket: Socket, question: string, end: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let answers = 0;
    /** Missing bytes of the current answer. */
    let missing = 0;
    let head = '';
    socket.on('connect', () => socket.write(question));
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('The server closed the connection')));
    socket.on('data', (chunk) => {
      if (missing > 0) missing -= chunk.length;
      else {
        head += chunk.toString('latin1');
        const bodyAt = head.indexOf('\r\n\r\n') + 4;
        if (bodyAt === 3) return;
        const length = /^content-length: (\d+)/im.exec(head.slice(0, bodyAt))?.[1];
        if (!head.startsWith('HTTP/1.1 200') || length === undefined) return reject(new Error(head.slice(0, bodyAt)));
        missing = Number(length) - (head.length - bodyAt);
        head = '';
      }
      if (missing > 0) return;
      answers += 1;
      if (performance.now() < end) socket.write(question);
      else resolve(answers);
    });
  });
}
