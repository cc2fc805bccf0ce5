import { EMAILED_CODE_NEEDED_TYPE, UNCONFIRMED_TYPE } from '../../../../domain/access/confirmation.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { lastPosition, notePosition } from './last-position.ts';
import { chosenOrganizationId } from './organization-choice.ts';
import { noteServerTime } from './server-clock.ts';
import { isProvenNow, isSessionBack, type NeededProof } from './session-guard.ts';

export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

/** Any answer but 200, or no answer (`status` 0). `message` is the server's text for people. */
export class RequestFailed extends Error {
  readonly status: number;
  readonly errors: readonly FieldProblem[];

  constructor(status: number, message: string, errors: readonly FieldProblem[] = []) {
    super(message);
    this.name = 'RequestFailed';
    this.status = status;
    this.errors = errors;
  }
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface RequestOptions {
  readonly query?: Readonly<Record<string, string | number | boolean | null | undefined>>;
  readonly body?: unknown;
  /** Makes repeated POSTs one command. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
  /** Its refusal does not ask for the password. */
  readonly isUnguarded?: boolean;
}

export function addressOf(path: string, query?: RequestOptions['query']): string {
  const parameters = new URLSearchParams();
  const organizationId = chosenOrganizationId();
  if (organizationId) parameters.set('organizationId', organizationId);
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== null && value !== undefined) parameters.set(name, String(value));
  }
  const search = parameters.toString();
  return search ? `${path}?${search}` : path;
}

export function failureOf(
  { status, statusText }: { status: number; statusText: string },
  body: unknown,
): RequestFailed {
  const fallback = `Request failed: ${statusText || status}`;
  const problem = body as { message?: unknown; errors?: readonly FieldProblem[] } | null;
  const message = typeof problem?.message === 'string' && problem.message !== '' ? problem.message : fallback;
  return new RequestFailed(status, message, Array.isArray(problem?.errors) ? problem.errors : []);
}

export const unreachable = (): RequestFailed => new RequestFailed(0, TEXTS.portal.unreachable);

export function headersOf({ idempotencyKey }: Pick<RequestOptions, 'idempotencyKey'>): Record<string, string> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (idempotencyKey) headers['idempotency-key'] = idempotencyKey;
  const position = lastPosition();
  if (position !== null) headers['x-min-position'] = position;
  return headers;
}

/** A call may need a log-in, a confirmation and a code from an email, one after the other. */
const MOST_PROOFS = 3;

/** Same-origin JSON; only HTTP 200 counts as success. */
export async function request<Answer>(method: Method, path: string, options: RequestOptions = {}): Promise<Answer> {
  let response = await send(method, path, options);
  for (let proofs = 0; proofs < MOST_PROOFS && (await mayGoOn(response, path, options)); proofs += 1) {
    response = await send(method, path, options);
  }
  if (response.status !== 200) throw failureOf(response, await response.json().catch(() => null));
  return (await response.json()) as Answer;
}

/** Whether the same call may succeed now: after a log-in, or after the person has given the proof that it needs. */
async function mayGoOn(response: Response, path: string, { isUnguarded }: RequestOptions): Promise<boolean> {
  const { status } = response;
  if (status === 200 || isUnguarded) return false;
  const needed = await neededProof(response);
  return needed ? isProvenNow(needed) : isSessionBack({ status, path });
}

const PROOFS: ReadonlyMap<unknown, NeededProof> = new Map([
  [UNCONFIRMED_TYPE, 'identity'],
  [EMAILED_CODE_NEEDED_TYPE, 'emailedCode'],
]);

async function neededProof(response: Response): Promise<NeededProof | undefined> {
  if (response.status !== 403) return undefined;
  const problem = (await response
    .clone()
    .json()
    .catch(() => null)) as { readonly type?: unknown } | null;
  return PROOFS.get(problem?.type);
}

async function send(method: Method, path: string, options: RequestOptions): Promise<Response> {
  const headers = headersOf(options);
  if (options.body !== undefined) headers['content-type'] = 'application/json';
  const sentAt = Date.now();
  const response = await fetch(addressOf(path, options.query), {
    method,
    headers,
    credentials: 'same-origin',
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    ...(options.signal ? { signal: options.signal } : {}),
  }).catch((error: unknown) => {
    if (options.signal?.aborted) throw error;
    throw unreachable();
  });
  noteServerTime(response, sentAt);
  notePosition(response.headers.get('x-position'));
  return response;
}

/** No answer, or a server error: a retry may help. */
export const isTransient = (error: unknown): boolean =>
  error instanceof RequestFailed && (error.status === 0 || error.status === 408 || error.status >= 500);

/** A limit was reached: waiting helps. */
export const isLimited = (error: unknown): boolean => error instanceof RequestFailed && error.status === 429;

export const isConflict = (error: unknown): boolean => error instanceof RequestFailed && error.status === 409;

const NO_PROBLEMS: readonly FieldProblem[] = [];
/** The same list while there are none, so that effects do not run again. */
export const problemsOf = (error: unknown): readonly FieldProblem[] =>
  error instanceof RequestFailed ? error.errors : NO_PROBLEMS;

export const isForbidden = (error: unknown): boolean => error instanceof RequestFailed && error.status === 403;

/** The document is absent or not visible to this person. */
export const isNotFound = (error: unknown): boolean => error instanceof RequestFailed && error.status === 404;

export const messageOf = (error: unknown): string =>
  error instanceof Error && error.message ? error.message : TEXTS.portal.somethingWrong;
