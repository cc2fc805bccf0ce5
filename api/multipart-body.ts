import { hash } from 'node:crypto';
import { once } from 'node:events';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import type { Request } from 'express';
import { FILE_LIMIT_BYTES } from '../domain/file/media-types.ts';
import { TEXTS } from '../domain/texts.ts';
import { UploadedFile } from './contract/uploaded-file.ts';
import { type Body, cleanBody, hasBody, MAX_THROWN_AWAY_BYTES, refuseBody } from './json-body.ts';

/** So many bytes of files that are still coming in are held in memory, by all requests together. */
const MOST_BUFFERED = 64 * FILE_LIMIT_BYTES;
let buffered = 0;

const LIMITS = {
  // One more is already too large.
  fileSize: FILE_LIMIT_BYTES - 1,
  files: 1,
  fields: 20,
  fieldSize: 4_000,
  fieldNameSize: 100,
  parts: 22,
  headerPairs: 20,
  headerSize: 8_192,
};

/**
 * Reads a multipart body: its fields beside its one file, `file`. What is too much is read and thrown away, in reason, so that
 * the answer gets through; a request that ends early leaves nothing. Problems are answered after the policy has been asked (D1).
 */
export async function readMultipartBody(request: Request): Promise<Body> {
  if (!hasBody(request)) return refuseBody(400, TEXTS.files.multipartExpected);
  if (!request.is('multipart/form-data') || request.headers['content-encoding'] !== undefined) {
    request.resume();
    return refuseBody(415, TEXTS.files.multipartExpected);
  }
  const parser = openParser(request);
  if (!parser) {
    request.resume();
    return refuseBody(400, TEXTS.files.multipartInvalid);
  }
  const parts = collect(parser);
  try {
    return await readParts(request, parser, parts);
  } finally {
    parts.release();
  }
}

async function readParts(request: Request, parser: BusboyInstance, parts: Parts): Promise<Body> {
  const ended = once(parser, 'finish').then(
    () => true,
    () => false,
  );
  const isWhole = (await feed(request, parser)) && (await ended);
  if (parts.isTooMuchAtOnce()) return refuseBody(503, TEXTS.files.busy);
  if (parts.isTooMuch() || (!isWhole && parts.isFileTooLarge())) return refuseBody(413, TEXTS.files.tooLarge);
  if (!isWhole) return refuseBody(400, TEXTS.files.multipartInvalid);
  if (parts.isMoreThanOneFile()) return refuseBody(400, TEXTS.files.oneExpected);
  const value = parts.value();
  const harm = cleanBody(value.fields);
  if (harm) return { ok: false, problem: harm };
  return { ok: true, value: { ...value.fields, ...(value.file && { file: value.file }) } };
}

/** Undefined where the head of the request names no boundary. */
function openParser({ headers }: Request): BusboyInstance | undefined {
  try {
    return new Busboy({ headers: { ...headers, 'content-type': headers['content-type'] ?? '' }, limits: LIMITS });
  } catch {
    return undefined;
  }
}

/** False when the parser gave up, or when there came more than anybody will read. */
async function feed(request: Request, parser: BusboyInstance): Promise<boolean> {
  let isBroken = false;
  const broken = new Promise<void>((resolve) => {
    parser.once('error', () => {
      isBroken = true;
      resolve();
    });
  });
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_THROWN_AWAY_BYTES) return false;
    if (!isBroken && !parser.write(chunk)) await Promise.race([drained(parser), broken]);
  }
  if (!isBroken) parser.end();
  return !isBroken;
}

const drained = (parser: BusboyInstance) => new Promise<void>((resolve) => void parser.once('drain', resolve));

type Parts = ReturnType<typeof collect>;

function collect(parser: BusboyInstance) {
  const fields = new Map<string, string>();
  const chunks: Buffer[] = [];
  let file: { readonly name: string; readonly stream: BusboyFileStream } | undefined;
  let isMoreThanOneFile = false;
  let isTooMuch = false;
  let isTooMuchAtOnce = false;
  let held = 0;

  // Whoever waits for it hears of the first one; a later one must not end the process.
  parser.on('error', () => {});
  parser.on('field', (name, value, _nameTruncated, isTruncated) => {
    if (isTruncated) isTooMuch = true;
    // What a form leaves blank is not there; `__proto__` is no field of ours.
    else if (value !== '' && name !== '__proto__' && !fields.has(name)) fields.set(name, value);
  });
  parser.on('file', (name, stream, fileName) => {
    // A part that is cut off tells it here, too.
    stream.on('error', () => {});
    if (name !== 'file' || file) {
      isMoreThanOneFile = true;
      stream.resume();
      return;
    }
    file = { name: fileName ?? '', stream };
    stream.on('data', (chunk: Buffer) => {
      if (buffered + chunk.length > MOST_BUFFERED) isTooMuchAtOnce = true;
      if (isTooMuchAtOnce) return;
      chunks.push(chunk);
      held += chunk.length;
      buffered += chunk.length;
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
    isTooMuchAtOnce: () => isTooMuchAtOnce,
    release() {
      buffered -= held;
      held = 0;
    },
    isMoreThanOneFile: () => isMoreThanOneFile,
    isTooMuch: () => isTooMuch,
    isFileTooLarge: () => file?.stream.truncated === true,
    value: () => ({
      fields: Object.fromEntries(fields) as Record<string, unknown>,
      file: file && uploaded(file.name, Buffer.concat(chunks), file.stream.truncated),
    }),
  };
}

const uploaded = (name: string, bytes: Buffer, isTooLarge: boolean) =>
  new UploadedFile(name, bytes, isTooLarge, hash('sha256', bytes));
