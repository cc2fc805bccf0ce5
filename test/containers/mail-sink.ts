import { createServer as createHttpServer } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** Accepts every email on port 1025 and lists recipients and subjects on port 8025 in Mailpit's format. */
interface Message {
  readonly To: { Address: string }[];
  Subject: string;
}
const messages: Message[] = [];

async function converse(socket: Socket): Promise<void> {
  const say = (line: string) => socket.write(`${line}\r\n`);
  let message: Message = { To: [], Subject: '' };
  let isData = false;
  say('220 mail-sink');
  for await (const line of createInterface({ input: socket })) {
    if (isData) {
      if (line.startsWith('Subject: ')) message.Subject = line.slice(9);
      if (line !== '.') continue;
      messages.unshift(message);
      message = { To: [], Subject: '' };
      isData = false;
      say('250 taken');
    } else if (/^rcpt to:/i.test(line)) {
      message.To.push({ Address: /<(.*?)>/.exec(line)?.[1] ?? '' });
      say('250 OK');
    } else if (/^data$/i.test(line)) {
      isData = true;
      say('354 go on');
    } else if (/^quit$/i.test(line)) {
      say('221 bye');
      socket.end();
    } else say('250 OK');
  }
}

createServer((socket) => {
  socket.on('error', () => socket.destroy());
  converse(socket).catch(() => socket.destroy());
}).listen(1025);
createHttpServer((_request, response) => {
  response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ messages }));
}).listen(8025);
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => process.exit(0));
