import { createHash, randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { TransferRefused } from './transfer-refused.ts';

const BUFFERED_BYTES = 1_048_576;

export interface Written {
  readonly bytes: number;
  readonly sha256: string;
}

export interface LineWriter {
  write(value: object): Promise<void>;
  /** Durable when it resolves. */
  finish(): Promise<Written>;
  abandon(): Promise<void>;
}

/**
 * Readable by this user only. Removes an existing file first, so that no other user's link or file is written. Throws
 * `TransferRefused` if no file can be created.
 */
export async function createLineWriter(file: string): Promise<LineWriter> {
  const handle = await makeFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new TransferRefused(`${dirname(file)} cannot be written to (${error.code}). Choose an existing folder.`, {
      cause: error,
    });
  });
  /** Node names no file when a write fails. */
  const named = (error: unknown) => {
    throw Object.assign(error as Error, { path: file });
  };
  const sum = createHash('sha256');
  let waiting: string[] = [];
  let length = 0;
  let bytes = 0;
  let isClosed = false;
  const flush = async () => {
    const chunk = Buffer.from(waiting.join(''));
    waiting = [];
    length = 0;
    sum.update(chunk);
    bytes += chunk.length;
    for (let from = 0; from < chunk.length; ) from += (await handle.write(chunk, from).catch(named)).bytesWritten;
  };
  return {
    async write(value) {
      const line = `${JSON.stringify(value)}\n`;
      waiting.push(line);
      length += line.length;
      if (length >= BUFFERED_BYTES) await flush();
    },
    async finish() {
      await flush();
      await handle.sync().catch(named);
      isClosed = true;
      await handle.close();
      return { bytes, sha256: sum.digest('hex') };
    },
    async abandon() {
      if (!isClosed) await handle.close();
      isClosed = true;
    },
  };
}

export const replaceLines = (file: string, values: Iterable<object>): Promise<void> =>
  writeWhole(file, async (lines) => {
    for (const value of values) await lines.write(value);
  });

/**
 * Publishes a file durably once written. Concurrent processes use separate temporary files; a failure leaves nothing.
 */
export async function writeWhole<Result>(file: string, write: (lines: LineWriter) => Promise<Result>): Promise<Result> {
  const work = unfinished(`${file}.${randomUUID()}`);
  const lines = await createLineWriter(work);
  const keep = removeAtExit(work);
  try {
    const result = await write(lines);
    await lines.finish();
    await rename(work, file);
    await syncDirectory(dirname(file));
    return result;
  } catch (error) {
    await rm(work, { force: true }).catch(() => undefined);
    throw error;
  } finally {
    keep();
    await lines.abandon();
  }
}

export function removeAtExit(path: string): () => void {
  const remove = () => rmSync(path, { recursive: true, force: true });
  process.once('exit', remove);
  return () => void process.off('exit', remove);
}

async function makeFile(file: string): Promise<FileHandle> {
  await rm(file, { force: true });
  return open(file, 'wx', 0o600);
}

export const unfinished = (path: string): string => `${path}.unfinished`;

export async function publish(path: string): Promise<void> {
  await rename(unfinished(path), path);
  await syncDirectory(dirname(path));
}

export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
