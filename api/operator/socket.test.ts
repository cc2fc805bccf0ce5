import { once } from 'node:events';
import { mkdtemp, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, test } from 'vitest';
import { OperationRefused } from '../runtime/operation-refused.ts';
import { callOperator, listenToOperator, type Progress } from './socket.ts';

describe("the operator's socket", () => {
  const closers: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
  });

  const open = async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'intake-')), 'intake.sock');
    const listening = await listenToOperator(path, async (name, input, onProgress) => {
      if (name === 'refuse') throw new OperationRefused('No organization has the slug "nowhere".');
      onProgress({ label: 'Working', done: 1, total: 2 });
      return { name, input };
    });
    closers.push(() => listening.close());
    return path;
  };
  const ask = async (
    path: string,
    name: string,
    input: unknown,
    onProgress: (progress: Progress) => void = () => {},
  ) => {
    const called = await callOperator(path);
    if (!called) throw new Error('Nobody listens');
    closers.push(called.close);
    return called.operator(name, input, onProgress);
  };

  test('answers an operation with its result, after its progress', async () => {
    const seen: Progress[] = [];
    const path = await open();
    expect(await ask(path, 'list', { all: true }, (progress) => seen.push(progress))).toEqual({
      name: 'list',
      input: { all: true },
    });
    expect(seen).toEqual([{ label: 'Working', done: 1, total: 2 }]);
  });

  test('carries a refusal over as its one line', async () => {
    await expect(ask(await open(), 'refuse', null)).rejects.toThrow('No organization has the slug "nowhere".');
  });

  test('refuses a request beyond its limit, whether or not its line ever ends, and answers the next one', async () => {
    const path = await open();
    const tooLong = 'A command takes at most 65,536 characters in all. Shorten its options.';
    await expect(ask(path, 'list', 'x'.repeat(65_536))).rejects.toThrow(tooLong);
    const endless = connect(path);
    closers.push(() => endless.destroy());
    const answered = once(createInterface({ input: endless }), 'line');
    const write = () => endless.write('x'.repeat(16_384));
    endless.on('drain', write);
    for (let n = 0; n < 8; n += 1) write();
    expect(JSON.parse((await answered)[0] as string)).toEqual({ error: tooLong });
    expect(await ask(path, 'list', 'x'.repeat(60_000))).toMatchObject({ name: 'list' });
  });

  test('drops a connection that ends without a request', async () => {
    const path = await open();
    const silent = connect(path);
    silent.end('half a line');
    await once(silent, 'close');
    expect(await ask(path, 'list', null)).toEqual({ name: 'list', input: null });
  });

  test('goes on when a command is interrupted while it shows how far it is', async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'intake-')), 'intake.sock');
    const gone = Promise.withResolvers<void>();
    const listening = await listenToOperator(path, async (name, _, onProgress) => {
      if (name === 'list') return 'here';
      onProgress({ label: 'Working', done: 1, total: 2 });
      await gone.promise;
      // Into a socket that its client no longer reads: the first is lost, the next ones fail.
      for (let done = 0; done < 100; done += 1) {
        onProgress({ label: 'Working', done, total: 100 });
        await new Promise(setImmediate);
      }
      return null;
    });
    closers.push(() => listening.close());
    const interrupted = await callOperator(path);
    await new Promise<void>((resolve) => {
      void interrupted?.operator('verify', {}, () => resolve());
    });
    interrupted?.close();
    gone.resolve();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await ask(path, 'list', {})).toBe('here');
  });

  test('belongs to its owner alone', async () => {
    expect((await stat(await open())).mode & 0o777).toBe(0o600);
  });

  test('is absent where no server runs', async () => {
    expect(await callOperator(join(tmpdir(), 'no-such-directory', 'intake.sock'))).toBeUndefined();
  });
});
