import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { TEXTS } from '../../domain/text/texts.ts';
import { type MailServer, startMailServer } from '../../test/support/mail-server.ts';
import { EmailDelayed, EmailRefused, type Mail } from './mailer.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

const mail: Mail = {
  id: '0b5c:applicationReceived',
  from: { name: 'Baybayin "Code"', address: 'hello@baybayin.example' },
  replyTo: 'staff@baybayin.example',
  to: 'ana@example.com',
  subject: 'Welcome',
  text: 'Hi Ana',
  html: '<p>Hi Ana</p>',
  attachments: [],
  names: ['Ana', 'Cruz'],
};

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
});
afterEach(() => server.recover());
afterAll(() => server.close());

const send = (changes: Partial<Mail> = {}, timeoutMs = 5000) =>
  createSmtpMailer(server.url, { timeoutMs }).send({ ...mail, ...changes });
const failure = (...asked: Parameters<typeof send>) =>
  send(...asked).then(
    () => undefined,
    (error: unknown) => error,
  );
const last = () => server.mails.at(-1);

test('an email has both parts, its sender and an id that identifies a repetition', async () => {
  await send();
  expect(last()).toMatchObject({
    messageId: '<0b5c.applicationReceived@baybayin.example>',
    sender: 'hello@baybayin.example',
    from: mail.from,
    replyTo: [{ address: 'staff@baybayin.example' }],
    recipients: ['ana@example.com'],
    subject: 'Welcome',
  });
  expect(last()?.text).toContain('Hi Ana');
  expect(last()?.html).toContain('<p>Hi Ana</p>');
  expect(last()?.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }));
});

test('attachments arrive byte for byte under their names', async () => {
  const content = Buffer.from(Array.from({ length: 100_000 }, (_, n) => (n * 7) % 256));
  const fileName = 'Lehrplan "Frühjahr", 第一.pdf';
  await send({ attachments: [{ fileName, content }] });
  const [attachment, ...others] = last()?.attachments ?? [];
  expect(others).toEqual([]);
  expect(attachment).toMatchObject({ filename: fileName, mimeType: 'application/pdf', disposition: 'attachment' });
  expect(Buffer.from(attachment?.content as ArrayBuffer).equals(content)).toBe(true);
});

test('no name, subject or address becomes a header or another recipient', async () => {
  const evil = 'X\r\nBcc: eve@evil.example\r\n\r\nHello';
  await send({
    from: { name: evil, address: 'hello@baybayin.example' },
    subject: evil,
    attachments: [{ fileName: `a${evil}.txt`, content: Buffer.from('a') }],
  });
  expect(last()?.recipients).toEqual(['ana@example.com']);
  expect(last()?.headers.map(({ key }) => key)).not.toContain('bcc');
  expect(last()?.text).toContain('Hi Ana');
  await send({ to: 'ana@example.com, eve@evil.example' }).catch(() => {});
  expect(server.to('eve@evil.example')).toEqual([]);
});

test('a body of many lines, long ones, leading dots and characters of all alphabets arrives unchanged', async () => {
  const lines = ['.', '..', 'x'.repeat(5000), 'Zoë 山田 👩‍💻', '  אב', 'From here'];
  const text = Array.from({ length: 500 }, (_, n) => lines[n % lines.length]).join('\n');
  await send({ text, html: `<p>${text}</p>` });
  expect(last()?.text?.trimEnd()).toBe(text);
  expect(last()?.html).toContain('👩‍💻');
});

describe('a mail server’s answer', () => {
  test.each([
    ['recipient', 550, '5.1.1 no such mailbox'],
    ['recipient', 550, 'no such mailbox'],
    ['recipient', 553, '5.0.0 mailbox name not allowed'],
    ['recipient', 552, '5.2.2 mailbox full'],
    ['recipient', 556, '5.1.10 domain takes no mail'],
    ['content', 550, '5.1.1 no such mailbox'],
    ['content', 552, '5.2.2 mailbox full'],
  ] as const)('%s: %i %s refuses the recipient finally, with the reason of the server', async (stage, code, text) => {
    server.answer(stage, { code, text });
    const error = await failure();
    expect(error).toBeInstanceOf(EmailRefused);
    expect((error as EmailRefused).reason).toBe(`SMTP ${code} ${text}`);
  });

  test.each([
    ['greeting', 421, '4.3.2 closing'],
    ['greeting', 554, 'no service'],
    ['sender', 451, '4.3.0 try again'],
    ['sender', 530, '5.7.0 Must issue a STARTTLS command first'],
    ['sender', 553, '5.1.8 sender address unknown'],
    ['recipient', 452, '4.2.2 mailbox full'],
    ['recipient', 450, '4.2.0 greylisted'],
    ['recipient', 530, '5.7.0 authentication required'],
    ['recipient', 503, '5.5.1 bad sequence'],
    ['recipient', 553, '5.1.8 sender address unknown'],
    ['recipient', 554, '5.7.1 Relay access denied'],
    ['recipient', 550, 'relay not permitted'],
    ['content', 450, '4.2.0 greylisted'],
    ['content', 554, '5.7.1 looks like spam'],
    ['content', 552, '5.3.4 too large'],
    ['content', 550, 'The from address does not match a verified Sender Identity'],
  ] as const)('%s: %i %s may be otherwise later', async (stage, code, text) => {
    server.answer(stage, { code, text });
    const error = await failure();
    expect(error).toBeInstanceOf(EmailDelayed);
    expect((error as EmailDelayed).reason).toContain(`SMTP ${code}`);
  });

  test.each([
    ['greeting', 554, 'no service', false],
    ['recipient', 554, '5.7.1 Relay access denied', false],
    ['content', 450, '4.2.0 greylisted', false],
    ['content', 550, 'The from address does not match a verified Sender Identity', false],
    ['content', 552, '5.3.4 too large', true],
    ['content', 554, '5.7.1 looks like spam', true],
  ] as const)('%s: %i %s is the fault of the message: %s', async (stage, code, text, isOfMessage) => {
    server.answer(stage, { code, text });
    expect(await failure()).toMatchObject({ isOfMessage });
  });

  test('is stored without names', async () => {
    server.answer('recipient', {
      code: 550,
      text: '5.1.1 <ana@example.com> unknown: no ANA, no Cruz at Example.com, Cruzado stays',
    });
    const { reason, message, stack } = (await failure()) as EmailRefused;
    expect(reason).toBe('SMTP 550 5.1.1 <…> unknown: no …, no … at …, Cruzado stays');
    expect(message + stack).not.toMatch(/ana@|Cruz\b/);
  });

  test('is cut if it never ends', async () => {
    server.answer('recipient', { code: 550, text: 'no '.repeat(300) });
    expect(((await failure()) as EmailRefused).reason.length).toBeLessThan(320);
  });

  test.each(['greeting', 'recipient', 'content'] as const)('is not waited for beyond the limit: %s', async (stage) => {
    server.answer(stage, null);
    const error = await failure({}, 300);
    expect(error).toBeInstanceOf(EmailDelayed);
    expect((error as EmailDelayed).reason).toBe(TEXTS.mail.timedOut);
  });
});

test('a server that answers slowly is cut off after the total time limit', async () => {
  const slow = createServer((socket) => {
    const say = (line: string) => setTimeout(() => socket.writable && socket.write(`${line}\r\n`), 150);
    socket.on('error', () => {}).on('data', () => say('250 OK'));
    say('220 slow');
  }).listen(0, '127.0.0.1');
  await once(slow, 'listening');
  const { port } = slow.address() as AddressInfo;
  const error = await createSmtpMailer(`smtp://127.0.0.1:${port}`, { timeoutMs: 400 })
    .send(mail)
    .catch((thrown) => thrown);
  slow.close();
  expect(error).toMatchObject({ name: 'EmailDelayed', reason: TEXTS.mail.timedOut });
});

test('an endless greeting is reported in a sentence of the portal', async () => {
  const line = `220-${'x'.repeat(500)}\r\n`.repeat(100);
  const flood = createServer((socket) => {
    const say = () => socket.write(line);
    socket.on('error', () => {}).on('drain', say);
    while (say());
  }).listen(0, '127.0.0.1');
  await once(flood, 'listening');
  const { port } = flood.address() as AddressInfo;
  const error = await createSmtpMailer(`smtp://127.0.0.1:${port}`, { timeoutMs: 5000 })
    .send(mail)
    .catch((thrown) => thrown);
  flood.close();
  expect(error).toMatchObject({ name: 'EmailDelayed', reason: TEXTS.mail.badAnswer, code: 'EPROTOCOL' });
});

test('failures without a server’s reason are reported in a sentence of the portal', async () => {
  const away = await startMailServer();
  await away.close();
  const reasonOf = async (url: string, requiresTls: boolean) =>
    (
      (await createSmtpMailer(url, { requiresTls })
        .send(mail)
        .catch((error) => error)) as EmailDelayed
    ).reason;
  expect(await reasonOf(away.url, false)).toBe(TEXTS.mail.connectionRefused);
  expect(await reasonOf(server.url, true)).toMatch(/^SMTP 5|encrypted/);
  expect(await reasonOf('smtp://mail.invalid', false)).toBe(TEXTS.mail.unknownHost);
  expect(await reasonOf(server.url.replace('smtp:', 'smtps:'), false)).toBe(TEXTS.mail.notSecure);
});
