import { STATUS_CODES } from 'node:http';
import type { Response } from 'express';
import type { z } from 'zod';
import { WINDOW_MS } from '../../commands/user/attempt-limits.ts';
import { EMAILED_CODE_NEEDED_TYPE, FACTOR_NEEDED_TYPE, UNCONFIRMED_TYPE } from '../../domain/access/confirmation.ts';
import {
  type FieldError,
  type Rejection,
  type RejectionCode,
  type Result,
  reject,
} from '../../domain/event-sourcing/decision.ts';
import { cutText } from '../../domain/text/cut-text.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Problem } from '../contract/problem.ts';

export const STATUS_OF = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  unconfirmed: 403,
  'emailed-code-needed': 403,
  'factor-needed': 403,
  'not-found': 404,
  conflict: 409,
  duplicate: 409,
  refused: 422,
  'too-many-requests': 429,
  'too-large': 413,
} as const satisfies Record<RejectionCode, number>;

const OTHER_STATUSES = [408, 413, 414, 415, 431, 500, 503] as const;
export type ProblemStatus = (typeof STATUS_OF)[RejectionCode] | (typeof OTHER_STATUSES)[number];
const MAX_ERRORS = 20;
const MAX_FIELD = 200;
const MAX_MESSAGE = 1000;
export const PROBLEM_STATUSES: readonly ProblemStatus[] = [
  ...new Set<ProblemStatus>([...Object.values(STATUS_OF), ...OTHER_STATUSES]),
].sort((a, b) => a - b);

/** Of refusals that the web client answers itself. */
const TYPE_OF: Partial<Record<RejectionCode, string>> = {
  unconfirmed: UNCONFIRMED_TYPE,
  'emailed-code-needed': EMAILED_CODE_NEEDED_TYPE,
  'factor-needed': FACTOR_NEEDED_TYPE,
};

export function sendRejection(response: Response, { code, message, errors, retryAfterSeconds }: Rejection): void {
  response.locals.refusal = code;
  // A program is asked for a token (RFC 6750); a browser shows no dialog for this scheme.
  if (code === 'unauthenticated') response.set('WWW-Authenticate', 'Bearer');
  const hasWindow = code === 'too-many-requests' && !response.hasHeader('Retry-After');
  if (hasWindow) response.set('Retry-After', String(retryAfterSeconds ?? WINDOW_MS / 1_000));
  const type = TYPE_OF[code];
  sendProblem(response, STATUS_OF[code], message, errors, type ? { type } : {});
}

export function sendProblem(
  response: Response,
  status: ProblemStatus,
  message: string,
  errors?: readonly FieldError[],
  details?: Readonly<Record<string, unknown>>,
): void {
  const problem = { ...problemOf(status, message), ...details };
  response
    .status(status)
    .type('application/problem+json')
    .set('Cache-Control', 'no-store')
    .send(JSON.stringify(errors ? { ...problem, errors: firstOf(errors) } : problem));
}

function firstOf(errors: readonly FieldError[]): readonly FieldError[] {
  const shown = errors
    .slice(0, MAX_ERRORS)
    .map(({ field, message }) => ({ field: cut(field, MAX_FIELD), message: cut(message, MAX_MESSAGE) }));
  const others = errors.length - MAX_ERRORS;
  return others > 0 ? [...shown, { field: '', message: TEXTS.requests.moreErrors(others) }] : shown;
}

const cut = (text: string, limit: number): string => (text.length > limit ? `${cutText(text, limit - 1)}…` : text);

export const problemOf = (status: ProblemStatus, message: string): Problem => ({
  type: 'about:blank',
  title: STATUS_CODES[status] ?? '',
  status,
  message: cut(message, MAX_MESSAGE),
});

/** A schema's errors as a refusal that names each field. Parse with `inPlainWords`: zod's own sentences are for programmers. */
export function malformed(error: z.ZodError): Result<never> {
  const errors = error.issues.map(({ path, message }) => ({ field: path.join('.'), message }));
  return reject(
    error.issues.every(isOfLength) ? 'refused' : 'malformed',
    summaryOf(errors.map(({ message }) => message)),
    errors,
  );
}

const isOfLength = (issue: z.core.$ZodIssue): boolean =>
  issue.code === 'custom' ? issue.params?.isLength === true : issue.code === 'too_big' && issue.origin === 'array';

function summaryOf(messages: readonly string[]): string {
  if (messages.includes(TEXTS.forms.required)) return TEXTS.forms.requiredMissing;
  const [first, ...others] = new Set(messages);
  return first !== undefined && others.length === 0 ? first : TEXTS.requests.invalid;
}
