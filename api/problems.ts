import { STATUS_CODES } from 'node:http';
import type { Response } from 'express';
import type { z } from 'zod';
import { type FieldError, type Rejection, type RejectionCode, type Result, reject } from '../domain/decision.ts';
import type { Problem } from './contract/problem.ts';

/** The one place that turns refusals into HTTP (D1). */
export const STATUS_OF = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  duplicate: 409,
  refused: 422,
  'too-many-requests': 429,
} as const satisfies Record<RejectionCode, number>;

export function sendRejection(response: Response, { code, message, errors }: Rejection): void {
  sendProblem(response, STATUS_OF[code], message, errors);
}

export function sendProblem(response: Response, status: number, message: string, errors?: readonly FieldError[]): void {
  const problem: Problem = { type: 'about:blank', title: STATUS_CODES[status] ?? '', status, message };
  response
    .status(status)
    .type('application/problem+json')
    .set('Cache-Control', 'no-store')
    .send(JSON.stringify(errors ? { ...problem, errors } : problem));
}

/** What a schema found wrong, as a refusal that names each field. */
export function malformed(error: z.ZodError): Result<never> {
  const errors = error.issues.map(({ path, message }) => ({ field: path.join('.'), message }));
  const first = errors[0];
  const message = first?.field ? `${first.field}: ${first.message}` : (first?.message ?? 'The request is malformed.');
  return reject('malformed', message, errors);
}
