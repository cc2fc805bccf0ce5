import { randomUUID } from 'node:crypto';
import type { Installation } from './installation.ts';

const EMAIL = 'owner@crash.example';
const PASSWORD = 'a-long-and-quiet-night';
const PATIENCE_MS = 60_000;

const PROCESS = {
  label: 'Crash',
  requestSignup: false,
  fields: [{ name: 'interviewer', label: 'Interviewer', dataType: 'text', isAdminOnly: false }],
  applicationForm: {
    title: 'Apply',
    fields: [
      { name: 'firstName', label: 'First name', dataType: 'text', required: true },
      { name: 'email', label: 'Email', dataType: 'email', required: true },
    ],
  },
  applicationDetailsSteps: [],
};

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly key?: string;
  /** The `X-Position` values, separated by commas, that the answer waits for. */
  readonly after?: string | undefined;
}

export interface Answered<Answer> {
  readonly status: number;
  readonly answer: Answer;
  readonly headers: Headers;
  readonly ms: number;
}

/** A school with an open batch and an Owner who is signed in at every process. */
export interface CrashSchool {
  readonly batchId: string;
  call<Answer>(url: string, asked: Asked): Promise<Answered<Answer>>;
}

export interface ApplicationAnswer {
  readonly _id: string;
  readonly email: string;
  readonly version: number;
  readonly adminComments?: readonly { readonly _id: string; readonly message: string }[];
}

export async function openSchool(installation: Pick<Installation, 'intake'>, url: string): Promise<CrashSchool> {
  const owner = ['--owner-email', EMAIL, '--owner-password', PASSWORD];
  await installation.intake('organization', 'create', '--name', 'Crash School', '--slug', 'crash-school', ...owner);
  let cookie = '';
  const call = async <Answer>(at: string, { method, path, body, key = randomUUID(), after }: Asked) => {
    const sent = performance.now();
    const response = await fetch(at + path, {
      method,
      headers: {
        'content-type': 'application/json',
        origin: at,
        cookie,
        'idempotency-key': key,
        ...(after === undefined ? {} : { 'x-min-position': after }),
      },
      signal: AbortSignal.timeout(PATIENCE_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Answer;
    return { status: response.status, answer, headers: response.headers, ms: performance.now() - sent };
  };
  const made = async <Answer>(method: string, path: string, body?: unknown) => {
    const { status, answer, headers } = await call<Answer>(url, { method, path, body });
    if (status !== 200) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(answer)}`);
    return { answer, headers };
  };
  const { headers } = await made('POST', '/api/login', { email: EMAIL, password: PASSWORD, isCreator: false });
  cookie = headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const { answer: organization } = await made<{ _id: string }>('GET', '/api/organizationForCurrentDomain');
  const process = await made<{ _id: string }>('POST', '/api/processConfigBlobs', { json: JSON.stringify(PROCESS) });
  const batch = await made<{ _id: string }>('POST', '/api/batches', {
    name: 'Batch',
    status: 'Open',
    organizationId: organization._id,
    processId: process.answer._id,
  });
  return { batchId: batch.answer._id, call };
}
