import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** Accepts everything and records each recipient, repetitions included. */
export interface SmtpSink {
  readonly url: string;
  readonly recipients: readonly string[];
  close(): Promise<void>;
}

export async function startSmtpSink(): Promise<SmtpSink> {
  const recipients: string[] = [];
  const server = createServer((socket) => {
    let recipient = '';
    let isData = false;
    let rest = '';
    socket.on('error', () => socket.destroy());
    socket.write('220 sink\r\n');
    socket.on('data', (chunk) => {
      const lines = (rest + String(chunk)).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (isData) {
          if (line !== '.') continue;
          isData = false;
          recipients.push(recipient);
          socket.write('250 taken\r\n');
        } else if (line === 'DATA') {
          isData = true;
          socket.write('354 go on\r\n');
        } else if (line === 'QUIT') socket.end('221 bye\r\n');
        else {
          recipient = /^RCPT TO:<(.*?)>/.exec(line)?.[1] ?? recipient;
          socket.write('250 OK\r\n');
        }
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    recipients,
    async close() {
      server.close();
      await once(server, 'close');
    },
  };
}
