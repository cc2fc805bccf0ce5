import { expect, test } from 'vitest';
import { StoreUnavailable } from '../../commands/event-store/port.ts';
import { MOST_MS, threadTimeOf } from '../../test/support/thread-time.ts';
import { createLogger, withoutTokens } from './logging.ts';

function linesOf(log: (logger: ReturnType<typeof createLogger>) => void): string {
  let lines = '';
  const write = (line: string) => {
    lines += line;
  };
  log(createLogger('trace', { write }));
  return lines;
}

test('no email gets into the log, at any place of what is logged', () => {
  const email = 'Zoë.o+tag@mail.example.org';
  const refused = Object.assign(new Error(`550 5.1.1 <${email}>: no such user`), {
    response: `550 ${email}`,
    rejected: [email],
    envelope: { to: [email] },
  });
  const lines = linesOf((logger) => {
    logger.error({ err: refused, path: `/api/x/${email}` }, `could not reach ${email}.`);
    logger.info({ nested: { deeper: { address: email } } });
  });
  expect(lines).not.toContain('example.org');
  expect(lines).toContain('550 5.1.1 <[email]>: no such user');
  expect(lines).toContain('could not reach [email].');
  for (const line of lines.trim().split('\n')) JSON.parse(line);
});

test.each([
  'applications@3.7',
  '/var/lib/intake/read-models/applications@3.7.sqlite-wal',
  'node_modules/@eventstore/db-client',
  'at Client.append (file:///app/node_modules/@eventstore/db-client/dist/index.js:12:3)',
  'node_modules/.pnpm/@mantine+core@9.7.3/node_modules/@mantine/core/esm/core.mjs',
])('what only looks like one stays: %s', (text) => {
  const { msg, err } = JSON.parse(linesOf((logger) => logger.info({ err: { stack: text } }, text)));
  expect([msg, err.stack]).toEqual([text, text]);
});

test.each([
  'ada@163.com',
  '/api/x/ada@mail.example.org/y.js',
  '/api/x/ada%40example.org',
  '@scope/ada@example.org',
  'ada@example.org/read-models/users@1.2.sqlite',
])('an address is found in %s', (text) => {
  expect(linesOf((logger) => logger.info(text))).not.toMatch(/ada|163|example/);
});

test("the operator's own sender address is shown, as a setting, and no other one", () => {
  let line = '';
  const write = (text: string) => {
    line = text;
  };
  const logger = createLogger('info', { write }, '"Intake, A" <intake@portal.example.org>');
  logger.info({ MAIL_FROM: '"Intake, A" <intake@portal.example.org>' }, 'not ada.intake@portal.example.org');
  expect(JSON.parse(line)).toMatchObject({ MAIL_FROM: '"Intake, A" <intake@portal.example.org>', msg: 'not [email]' });
});

test('an unavailable store leaves no stack', () => {
  const lines = linesOf((logger) =>
    logger.error({ err: new StoreUnavailable('no answer', { cause: new Error('14') }) }),
  );
  expect(JSON.parse(lines).err).toEqual({ type: 'StoreUnavailable', message: 'no answer' });
});

test('secrets are blanked however deep they are, and words about them are not', () => {
  const [line = '{}'] = linesOf((logger) => {
    const err = Object.assign(new Error('refused'), { config: { headers: [{ authorization: 'Bearer s3cret' }] } });
    logger.warn(
      { err, password: 's3cret', body: { user: { token: 's3cret', personal: { name: 's3cret' } } } },
      'the token is old',
    );
  }).split('\n');
  expect(line).not.toContain('s3cret');
  expect(JSON.parse(line)).toMatchObject({
    msg: 'the token is old',
    password: '[redacted]',
    body: { user: { token: '[redacted]', personal: '[redacted]' } },
    err: { config: { headers: [{ authorization: '[redacted]' }] } },
  });
});

test.each([
  ['letters', 'a'.repeat(65_536)],
  ['addresses', 'ada@mail.example.org,'.repeat(3_000)],
  ['halves of addresses', 'a@'.repeat(32_768)],
  ['encoded halves', 'a%40'.repeat(16_384)],
  ['dots behind an address', `a@${'b.'.repeat(32_768)}`],
])('64 kB of %s are logged at once, cut off, and without an address', async (_, text) => {
  let lines = '';
  const log = () => {
    lines = linesOf((logger) => {
      for (let n = 0; n < 10; n += 1) logger.warn({ path: withoutTokens(`/api/${text}`), err: new Error(text) }, text);
    });
  };
  expect(await threadTimeOf(log)).toBeLessThan(MOST_MS);
  expect(lines).not.toMatch(/ada|example/);
  for (const line of lines.trim().split('\n')) {
    expect(line.length).toBeLessThan(16_384);
    JSON.parse(line);
  }
});

test('an address that the end of a cut text parts is not logged either', () => {
  const lines = linesOf((logger) => logger.warn(`${' '.repeat(990)}ada.lovelace@example.org${'x'.repeat(20_000)}`));
  expect(lines).not.toContain('ada');
});

test('a name with line breaks cannot forge a line', () => {
  const lines = linesOf((logger) => logger.warn('broken\n{"level":30,"msg":"forged"}'));
  expect(lines.trim().split('\n')).toHaveLength(1);
});

test.each([
  ['/api/download/f-1/cv%20of%20ada.pdf', '/api/download/f-1/[redacted]'],
  ['/api/invites/s3cret', '/api/invites/[redacted]'],
  ['/api/calendar/s3cret/interviews.ics', '/api/calendar/[redacted]'],
  ['/API/Calendar/s3cret', '/API/Calendar/[redacted]'],
  ['/api/calendar/s3cret/Interviews.ics/', '/api/calendar/[redacted]'],
  ['/unsubscribe/digest/s3cret', '/unsubscribe/digest/[redacted]'],
  ['/api//calendar/s3cret/interviews.ics', '/api/[redacted]'],
  ['//api/calendar/s3cret/interviews.ics', '//[redacted]'],
  ['/api/%63alendar/s3cret/interviews.ics', '/api/[redacted]'],
  ['/api/unsubscribe/digest/s3cret', '/api/[redacted]'],
  ['/api/calendar/s3cret/interviews.ics/more', '/api/calendar/[redacted]'],
  ['/calendar/s3cret/interviews.ics', '/[redacted]'],
  ['/api/calendar-feeds/f-1', '/api/calendar-feeds/f-1'],
  ['/api/applications/a-1', '/api/applications/a-1'],
  ['/api/Applications/', '/api/Applications/'],
  ['/apply/north/b-1', '/apply/north/b-1'],
  ['/admin/config/batches/b-1', '/admin/config/[redacted]'],
  ['/favicon.ico', '/favicon.ico'],
  ['/', '/'],
])('the path %s is logged as %s', (path, logged) => expect(withoutTokens(path)).toBe(logged));
