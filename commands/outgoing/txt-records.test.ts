import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { createTxtResolver } from './txt-records.ts';

const NO_ERROR = 0;
const SERVER_FAILURE = 2;
const NO_SUCH_NAME = 3;

/** One answer to everything (RFC 1035 §4.1), or none. */
async function startDns(answer: { readonly code: number; readonly texts?: readonly (readonly string[])[] } | null) {
  const socket = createSocket('udp4');
  socket.on('message', (question, { port, address }) => {
    if (!answer) return;
    const texts = answer.texts ?? [];
    const header = Buffer.from(question.subarray(0, 12));
    header.writeUInt16BE(0x8180 + answer.code, 2);
    header.writeUInt16BE(texts.length, 6);
    header.writeUInt32BE(0, 8);
    const records = texts.map((pieces) => {
      const data = Buffer.concat(pieces.map((piece) => Buffer.from([piece.length, ...Buffer.from(piece)])));
      const head = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, 0, 0]);
      head.writeUInt16BE(data.length, 10);
      return Buffer.concat([head, data]);
    });
    const end = question.indexOf(0, 12) + 5;
    socket.send(Buffer.concat([header, question.subarray(12, end), ...records]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    servers: [`127.0.0.1:${socket.address().port}`],
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  };
}

test('the texts of a name are returned whole, in however many pieces they are sent', async () => {
  await using dns = await startDns({ code: NO_ERROR, texts: [['v=spf1 -all'], ['intake-', 'verification=abc']] });
  const texts = await createTxtResolver(dns)('_intake.apply.example');
  expect(texts?.toSorted()).toEqual(['intake-verification=abc', 'v=spf1 -all']);
});

test('a missing name or record is empty; a failing server is unknown', async () => {
  for (const [code, expected] of [
    [NO_SUCH_NAME, []],
    [NO_ERROR, []],
    [SERVER_FAILURE, null],
  ] as const) {
    await using dns = await startDns({ code });
    expect(await createTxtResolver(dns)('_intake.apply.example'), String(code)).toEqual(expected);
  }
});

test('a silent server is not waited for beyond the limit', async () => {
  await using dns = await startDns(null);
  const began = performance.now();
  const resolve = createTxtResolver({ ...dns, timeoutMs: 20_000, limitMs: 300 });
  expect(await resolve('_intake.apply.example')).toBeNull();
  expect(performance.now() - began).toBeLessThan(5_000);
});
