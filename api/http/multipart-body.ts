import { hash } from 'node:crypto';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import type { Request } from 'express';
import { FILE_LIMIT_BYTES } from '../../domain/file/media-types.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { UploadedFile } from '../contract/uploaded-file.ts';
import { cleanBody, hasBody, MAX_DISCARDED_BYTES, type Received, refuseBody, refuseUnread } from './json-body.ts';
import type { Ending, IncomingBody } from './limits/incoming-body.ts';

const PART_LIMITS = {
  fileSize: FILE_LIMIT_BYTES - 1,
  files: 1,
  fields: 20,
  fieldSize: 4_000,
  fieldNameSize: 100,
  parts: 22,
  headerPairs: 20,
  headerSize: 8_192,
};

/** Receives the fields and the one file, `file`. It reads and discards up to 8 MB of a larger file, so that the error can name it. */
export async function receiveMultipartBody(request: Request, body: IncomingBody): Promise<Received> {
  if (!hasBody(request)) return refuseBody(400, TEXTS.files.multipartExpected);
  if (!request.is('multipart/form-data') || request.headers['content-encoding'] !== undefined) {
    return refuseBody(415, TEXTS.files.multipartExpected);
  }
  if (Number(request.headers['content-length']) > MAX_DISCARDED_BYTES) return refuseBody(413, TEXTS.files.tooLarge);
  const parser = openParser(request);
  if (!parser) return refuseBody(400, TEXTS.files.multipartInvalid);
  const parts = collect(parser, body);
  const ended = new Promise<Ending>((resolve) => {
    parser.once('finish', () => resolve('whole'));
    parser.once('error', () => resolve('stopped'));
  });
  const fed = await feed(body, parser, parts.isRefused);
  // The last piece of the file may still wait for room.
  const ending = fed === 'whole' ? await Promise.race([ended, parts.busy]) : fed;
  const unread = refuseUnread(ending);
  if (unread) return unread;
  const isWhole = ending === 'whole';
  if (parts.isTooMuch()) return refuseBody(413, TEXTS.files.tooLarge);
  if (parts.isMoreThanOneFile()) return refuseBody(400, TEXTS.files.oneExpected);
  if (!isWhole && parts.isFileTooLarge()) return refuseBody(413, TEXTS.files.tooLarge);
  if (!isWhole) return refuseBody(400, TEXTS.files.multipartInvalid);
  return {
    ok: true,
    parse() {
      const { fields, file } = parts.value();
      const problem = cleanBody(fields);
      return problem ? { ok: false, problem } : { ok: true, value: { ...fields, ...(file && { file }) } };
    },
  };
}

function openParser({ headers }: Request): BusboyInstance | undefined {
  try {
    return new Busboy({ headers: { ...headers, 'content-type': headers['content-type'] ?? '' }, limits: PART_LIMITS });
  } catch {
    return undefined;
  }
}

/** Does not parse the rest of a refused form: thousands of empty parts would block the thread for seconds. */
async function feed(body: IncomingBody, parser: BusboyInstance, isRefused: () => boolean): Promise<Ending> {
  let isBroken = false;
  const broken = new Promise<void>((resolve) => {
    parser.once('error', () => {
      isBroken = true;
      resolve();
    });
  });
  let size = 0;
  const ending = await body.read((chunk) => {
    if (size + chunk.length > MAX_DISCARDED_BYTES) return false;
    size += chunk.length;
    if (isBroken || isRefused() || parser.write(chunk)) return true;
    return Promise.race([drained(parser), broken]).then(() => true);
  });
  if (ending === 'whole' && !isBroken) parser.end();
  return isBroken && ending === 'whole' ? 'stopped' : ending;
}

const drained = (parser: BusboyInstance) => new Promise<void>((resolve) => void parser.once('drain', resolve));

function collect(parser: BusboyInstance, body: IncomingBody) {
  const fields = new Map<string, string>();
  let file: { readonly name: string; readonly stream: BusboyFileStream } | undefined;
  let isMoreThanOneFile = false;
  let isTooMuch = false;
  const busy = Promise.withResolvers<'busy'>();

  // `ended` reports the first error; a later one must not end the process.
  parser.on('error', () => {});
  parser.on('field', (name, value, _nameTruncated, isTruncated) => {
    if (isTruncated) isTooMuch = true;
    else if (value !== '' && name !== '__proto__' && !fields.has(name)) fields.set(name, value);
  });
  parser.on('file', (name, stream, fileName) => {
    stream.on('error', () => {});
    if (name !== 'file' || file) {
      isMoreThanOneFile = true;
      stream.resume();
      return;
    }
    file = { name: fileName ?? '', stream };
    stream.on('data', (chunk: Buffer) => {
      const kept = body.keep(chunk);
      if (kept === true) return;
      stream.pause();
      void kept.then((ending) => {
        if (ending === true) stream.resume();
        else {
          body.end();
          busy.resolve(ending);
        }
      });
    });
  });
  parser.on('filesLimit', () => {
    isMoreThanOneFile = true;
  });
  for (const limit of ['fieldsLimit', 'partsLimit']) {
    parser.on(limit, () => {
      isTooMuch = true;
    });
  }
  return {
    isMoreThanOneFile: () => isMoreThanOneFile,
    isTooMuch: () => isTooMuch,
    busy: busy.promise,
    isRefused: () => isTooMuch || isMoreThanOneFile,
    isFileTooLarge: () => file?.stream.truncated === true,
    value: () => ({
      fields: Object.fromEntries(fields) as Record<string, unknown>,
      file: file && uploaded(file.name, body.takeBytes(), file.stream.truncated),
    }),
  };
}

const uploaded = (name: string, bytes: Buffer, isTooLarge: boolean) =>
  new UploadedFile(name, bytes, isTooLarge, hash('sha256', bytes));
