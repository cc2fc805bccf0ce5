import type { BodyOf } from '../../../../api/contract/endpoint.ts';
import type { Endpoints } from '../../../../api/contract/endpoints.ts';
import type { FileReference } from '../../../../domain/file/file-reference.ts';
import { addressOf, failureOf, headersOf, RequestFailed, unreachable } from '../api/api-client.ts';
import { notePosition } from '../api/last-position.ts';
import { isSessionBack } from '../api/session-guard.ts';

export interface Sending {
  /** From 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
  /** The same for every retry, so that a file is stored once. */
  readonly idempotencyKey: string;
}

/** Uploads one file. Fails with `RequestFailed`; its status is 0 if the network failed. */
export type Uploader = (content: Blob, fileName: string, sending: Sending) => Promise<FileReference>;

type Place<Name extends 'upload' | 'dynamicUpload'> = Omit<BodyOf<Endpoints[Name]>, 'file' | 'fileName'>;

/** The document that files belong to; `targetId` is missing while it is new. */
export type UploadTarget = Pick<Place<'upload'>, 'targetType' | 'targetId'>;

/** The connection counts as broken after this time without progress, whatever the browser reports. */
const STALLED_MS = 30_000;

export const uploaderTo =
  <Name extends 'upload' | 'dynamicUpload'>(name: Name, place: Place<Name>): Uploader =>
  (content, fileName, sending) => {
    const form = new FormData();
    for (const [member, value] of Object.entries(place)) if (typeof value === 'string') form.append(member, value);
    form.append('fileName', fileName);
    form.append('file', content, fileName);
    return sendFormGuarded(`/api/${name}`, form, sending);
  };

/** Once more if the session had ended and is back. */
async function sendFormGuarded(path: string, form: FormData, sending: Sending): Promise<FileReference> {
  return sendForm(path, form, sending).catch(async (error: unknown) => {
    const isAgain = error instanceof RequestFailed && (await isSessionBack({ status: error.status, path }));
    if (!isAgain) throw error;
    return sendForm(path, form, sending);
  });
}

function sendForm(
  path: string,
  form: FormData,
  { onProgress, signal, idempotencyKey }: Sending,
): Promise<FileReference> {
  const { promise, resolve, reject } = Promise.withResolvers<FileReference>();
  const request = new XMLHttpRequest();
  const breakOff = () => {
    reject(unreachable());
    request.abort();
  };
  let stalled = setTimeout(breakOff, STALLED_MS);
  const goesOn = () => {
    clearTimeout(stalled);
    stalled = setTimeout(breakOff, STALLED_MS);
  };
  const giveUp = () => {
    reject(signal.reason);
    request.abort();
  };
  request.upload.addEventListener('progress', ({ loaded, total }) => {
    goesOn();
    onProgress(total > 0 ? loaded / total : 0);
  });
  request.addEventListener('load', () => {
    notePosition(request.getResponseHeader('x-position'));
    const answer = request.response as unknown;
    if (request.status === 200) resolve(answer as FileReference);
    else reject(failureOf(request, answer));
  });
  request.addEventListener('error', breakOff);
  signal.addEventListener('abort', giveUp);
  addEventListener('offline', breakOff);
  request.open('POST', addressOf(path));
  request.responseType = 'json';
  for (const [name, value] of Object.entries(headersOf({ idempotencyKey }))) request.setRequestHeader(name, value);
  if (signal.aborted) giveUp();
  else request.send(form);
  return promise.finally(() => {
    clearTimeout(stalled);
    signal.removeEventListener('abort', giveUp);
    removeEventListener('offline', breakOff);
  });
}
