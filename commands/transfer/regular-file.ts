import { closeSync, constants, createReadStream, fstatSync, open, type ReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { TransferRefused } from './transfer-refused.ts';

/** A `FileHandle` may be collected while an abandoned stream uses it. */
const openDescriptor = promisify(open);

/** `end` is included. Throws `TransferRefused` unless it is a regular file, because a pipe would block the read. */
export async function streamFile(
  path: string,
  range: { readonly start?: number; readonly end?: number; readonly highWaterMark?: number },
): Promise<{ readonly stream: ReadStream; readonly bytes: number }> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new TransferRefused(`There is no ${path}.`, { cause: error }) : error;
  });
  if (!found.isFile()) throw notRegular(path);
  // Another process may replace the file by a pipe before it is opened.
  const fd = await openDescriptor(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const opened = fstatSync(fd);
  if (opened.isFile())
    return { stream: createReadStream(path, { ...range, fd, start: range.start ?? 0 }), bytes: opened.size };
  closeSync(fd);
  throw notRegular(path);
}

const notRegular = (path: string): TransferRefused =>
  new TransferRefused(`${path} is not a regular file: it has to be read more than once.`);

/** Throws `TransferRefused` unless it is a regular file of at most `limit` bytes. */
export async function readWhole(path: string, limit: number): Promise<Buffer> {
  const { stream } = await streamFile(path, { end: limit });
  const chunks: Buffer[] = await Array.fromAsync(stream);
  const content = Buffer.concat(chunks);
  if (content.length > limit) throw new TransferRefused(`${path} is longer than any that Intake writes.`);
  return content;
}
