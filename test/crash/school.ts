import { randomUUID } from 'node:crypto';
import type { Installation } from './installation.ts';

export const OWNER = { email: 'owner@crash.example', password: 'a-long-and-quiet-night', isCreator: false };
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
  /** Instead of the Owner's. */
  readonly cookie?: string;
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
  /** The Owner's. */
  readonly cookie: string;
  call<Answer>(url: string, asked: Asked): Promise<Answered<Answer>>;
  /** Another open batch; returns its id. */
  openBatch(name: string): Promise<string>;
}

export interface ApplicationAnswer {
  readonly _id: string;
  readonly email: string;
  readonly version: number;
  readonly adminComments?: readonly { readonly _id: string; readonly message: string }[];
}

export async function openSchool(installation: Pick<Installation, 'intake'>, url: string): Promise<CrashSchool> {
  const owner = ['--owner-email', OWNER.email, '--owner-password', OWNER.password];
  await installation.intake('organization', 'create', '--name', 'Crash School', '--slug', 'crash-school', ...owner);
  let cookie = '';
  const call = async <Answer>(
    at: string,
    { method, path, body, key = randomUUID(), after, cookie: own = cookie }: Asked,
  ) => {
    const sent = performance.now();
    const response = await fetch(at + path, {
      method,
      headers: {
        'content-type': 'application/json',
        origin: at,
        cookie: own,
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
  const { headers } = await made('POST', '/api/login', OWNER);
  cookie = headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const { answer: organization } = await made<{ _id: string }>('GET', '/api/organizationForCurrentDomain');
  const process = await made<{ _id: string }>('POST', '/api/processConfigBlobs', { json: JSON.stringify(PROCESS) });
  const openBatch = async (name: string) => {
    const { _id: organizationId } = organization;
    const body = { name, status: 'Open', organizationId, processId: process.answer._id };
    return (await made<{ _id: string }>('POST', '/api/batches', body)).answer._id;
  };
  return { batchId: await openBatch('Batch'), cookie, call, openBatch };
}
