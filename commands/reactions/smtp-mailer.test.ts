import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Mail, MailRefused } from './mailer.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

const mail: Mail = {
  id: '0b5c:applicationReceived',
  from: { name: 'Baybayin "Code"', address: 'hello@baybayin.example' },
  replyTo: 'staff@baybayin.example',
  to: 'ana@example.com',
  subject: 'Welcome',
  text: 'Hi Ana',
  html: '<p>Hi Ana</p>',
};

let server: Server;
let received = '';
/** What the receiving side says to a recipient. */
let answer = '250 OK';

beforeEach(async () => {
  received = '';
  answer = '250 OK';
  server = createServer((socket) => {
    let isData = false;
    let rest = '';
    socket.write('220 test\r\n');
    socket.on('data', (chunk) => {
      const lines = (rest + String(chunk)).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (isData) {
          received += `${line}\n`;
          if (line === '.') socket.write('250 taken\r\n');
          isData &&= line !== '.';
        } else if (line.startsWith('RCPT')) socket.write(`${answer}\r\n`);
        else if (line === 'DATA') {
          isData = true;
          socket.write('354 go on\r\n');
        } else if (line === 'QUIT') socket.end('221 bye\r\n');
        else socket.write('250 OK\r\n');
      }
    });
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

const mailer = () => createSmtpMailer(`smtp://127.0.0.1:${(server.address() as AddressInfo).port}`);

test('a mail goes out with both parts, its sender and an id by which a repetition can be told', async () => {
  await mailer().send(mail);
  expect(received).toContain('Message-ID: <0b5c.applicationReceived@baybayin.example>');
  expect(received).toContain('hello@baybayin.example');
  expect(received).toContain('Reply-To: staff@baybayin.example');
  expect(received).toContain('text/plain');
  expect(received).toContain('text/html');
});

test('a refused address is final and said without naming it, a full mailbox is not', async () => {
  answer = '550 5.1.1 <ana@example.com> unknown';
  const refused = await mailer()
    .send(mail)
    .catch((error) => error);
  expect(refused).toBeInstanceOf(MailRefused);
  expect(refused.code).toBe('SMTP 550');
  answer = '452 4.2.2 mailbox full';
  const later = await mailer()
    .send(mail)
    .catch((error) => error);
  expect(later).toBeInstanceOf(Error);
  expect(later).not.toBeInstanceOf(MailRefused);
});
