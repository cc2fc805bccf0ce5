import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const MB = 1e6;

/** 16 sign-ins of four at once: each thread of the pool hashes passwords. Prints by how many bytes the process has grown. */
const SIGN_INS = `
  import { argon2, randomBytes } from 'node:crypto';
  import { promisify } from 'node:util';
  const cost = { message: 'a password', parallelism: 1, tagLength: 32, memory: 19456, passes: 2 };
  const signIn = () => promisify(argon2)('argon2id', { ...cost, nonce: randomBytes(16) });
  const before = process.memoryUsage.rss();
  for (let turn = 0; turn < 4; turn += 1) await Promise.all(Array.from({ length: 4 }, signIn));
  console.log(process.memoryUsage.rss() - before);
`;

test.runIf(process.platform === 'linux')('the memory of sign-ins is given back', async () => {
  await using cleaning = new AsyncDisposableStack();
  const directory = await mkdtemp(join(tmpdir(), 'sign-ins-'));
  cleaning.defer(() => rm(directory, { recursive: true }));
  const script = join(directory, 'sign-ins.mjs');
  await writeFile(script, SIGN_INS);
  const { MALLOC_MMAP_THRESHOLD_: _, ...env } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/run.cjs', script], { env });
  expect(Number(stdout) / MB).toBeLessThan(20);
});
