import { expect, test } from 'vitest';
import { createLogger, withoutTokens } from './logging.ts';

function linesOf(log: (logger: ReturnType<typeof createLogger>) => void): string {
  let lines = '';
  const write = (line: string) => {
    lines += line;
  };
  log(createLogger('trace', { write }));
  return lines;
}

test('no e-mail gets into a line of the log, wherever it stands in what is logged', () => {
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

test('what only looks like one stays, as the names of read models and packages do', () => {
  const lines = linesOf((logger) =>
    logger.info({ generation: 'applications@3.7' }, 'node_modules/@eventstore/db-client'),
  );
  expect(lines).toContain('applications@3.7');
  expect(lines).toContain('@eventstore/db-client');
});

test('a name with line breaks cannot forge a line', () => {
  const lines = linesOf((logger) => logger.warn('broken\n{"level":30,"msg":"forged"}'));
  expect(lines.trim().split('\n')).toHaveLength(1);
});

test.each([
  ['/api/download/f-1/cv%20of%20ada.pdf', '/api/download/f-1/[redacted]'],
  ['/api/invites/s3cret', '/api/invites/[redacted]'],
  ['/api/applications/a-1', '/api/applications/a-1'],
])('the path %s is logged as %s', (path, logged) => expect(withoutTokens(path)).toBe(logged));
