import { useEffect, useRef, useState } from 'react';
import type { FileReference } from '../../../../domain/file/file-reference.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { retrying } from '../../../../timing/retrying.ts';
import { messageOf, RequestFailed } from '../api/api-client.ts';
import type { Uploader } from './upload.ts';
import { type Ready, readyToSend } from './upload-rules.ts';

export type UploadState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'preparing'; readonly fileName: string }
  | { readonly kind: 'sending'; readonly file: Ready; readonly share: number }
  /** The network failed; the upload resumes automatically. */
  | { readonly kind: 'waiting'; readonly file: Ready }
  | { readonly kind: 'done'; readonly file: Ready }
  /** `file` is present if a retry may help. */
  | { readonly kind: 'failed'; readonly message: string; readonly file: Ready | null };

const IDLE: UploadState = { kind: 'idle' };
const BACKOFF = { first: 1_000, longest: 30_000 };

const isBroken = (error: unknown) => error instanceof RequestFailed && [0, 408, 503].includes(error.status);
/** The server refused the file itself, so a retry would fail. */
const isFilesFault = (error: unknown) => error instanceof RequestFailed && [400, 413, 415, 422].includes(error.status);

/** Retries network failures with one idempotency key; a newer choice, `cancel` and unmounting abort the upload. */
export function useUpload({
  upload,
  label,
  check,
  onUploaded,
}: {
  upload: Uploader;
  label: string;
  /** Says what is wrong with a file that the portal would accept. */
  check?: ((file: File) => Promise<string | null>) | undefined;
  onUploaded: (file: FileReference) => void;
}) {
  const [state, setState] = useState<UploadState>(IDLE);
  const running = useRef<AbortController>(null);
  const hurry = useRef<() => void>(null);
  const latest = useRef({ upload, onUploaded });
  latest.current = { upload, onUploaded };
  useEffect(() => () => running.current?.abort(), []);

  const begin = () => {
    running.current?.abort();
    running.current = new AbortController();
    return running.current.signal;
  };
  const send = async (file: Ready, signal: AbortSignal) => {
    const idempotencyKey = crypto.randomUUID();
    const onProgress = (share: number) => !signal.aborted && setState({ kind: 'sending', file, share });
    const attempt = () => {
      hurry.current?.();
      onProgress(0);
      return latest.current.upload(file.content, file.fileName, { onProgress, signal, idempotencyKey });
    };
    const wait = (error: unknown) => {
      if (!isBroken(error)) throw error;
      setState({ kind: 'waiting', file });
      const pause = new AbortController();
      hurry.current = () => pause.abort();
      addEventListener('online', hurry.current, { signal: pause.signal });
      return pause.signal;
    };
    try {
      const reference = await retrying(signal, BACKOFF, attempt, wait);
      if (signal.aborted || !reference) return;
      setState({ kind: 'done', file });
      latest.current.onUploaded(reference);
    } catch (error) {
      setState({ kind: 'failed', message: messageOf(error), file: isFilesFault(error) ? null : file });
    }
  };

  return {
    state,
    choose: async (file: File) => {
      const signal = begin();
      setState({ kind: 'preparing', fileName: file.name });
      const ready = await readyToSend(file);
      const fail = (message: string) => setState({ kind: 'failed', message, file: null });
      if (typeof ready === 'string') {
        if (!signal.aborted) fail(`${TEXTS.forms.uploadFailed(label, file.name)} ${ready}`);
        return;
      }
      const fault = await check?.(file);
      if (signal.aborted) return;
      if (fault) fail(fault);
      else await send(ready, signal);
    },
    /** Retries at once instead of waiting. */
    tryNow: () => {
      if (state.kind === 'waiting') hurry.current?.();
      if (state.kind === 'failed' && state.file) void send(state.file, begin());
    },
    cancel: () => {
      running.current?.abort();
      setState(IDLE);
    },
  };
}
