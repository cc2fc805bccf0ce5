import type { Request, Response } from 'express';
import { network } from '../commands/user/attempt-limits.ts';
import { roleIn } from '../domain/policy.ts';
import type { Endpoint } from './contract/endpoint.ts';
import type { RequestContext } from './request-context.ts';

/** Milliseconds of the main thread, as `npm run bench` finds them, rounded up (docs/decisions/0035). */
const LEAST = 2;
const PER_BYTE_OF_JSON = 1.5e-4;
/** A file is only hashed and stored. */
const PER_BYTE_OF_FILE = 2e-5;
const PER_BYTE_ANSWERED = 2e-5;
/** Folds a stream up to a past moment. */
const OF_THE_PAST = 40;

/** What a request costs as far as its head tells. */
export function foreseenCost({ consumes, costMs = LEAST }: Endpoint, request: Request, bodyLimit: number): number {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  const bytes = encoding === undefined ? Math.min(Number(length ?? 0), bodyLimit) : bodyLimit;
  const perByte = consumes === undefined ? PER_BYTE_OF_JSON : PER_BYTE_OF_FILE;
  return costMs + bytes * perByte + (request.query.asOf === undefined ? 0 : OF_THE_PAST);
}

/** What its answer has cost. */
export const costOfAnswer = (response: Response): number =>
  Number(response.getHeader('Content-Length') ?? 0) * PER_BYTE_ANSWERED;

/**
 * Who shares the cost: the staff of one school together, an applicant alone, visitors by their network. It is never what a
 * request only names: nobody could else run up costs in another's name.
 */
export function bearerOf({ actor, organization, address }: RequestContext): string {
  if (actor.kind !== 'user' || actor.id === undefined) return `network ${network(address)}`;
  const current = organization && roleIn(actor, organization._id) !== null ? organization._id : undefined;
  const organizationId = current ?? actor.roles[0]?.orgId;
  return organizationId === undefined ? `account ${actor.id}` : `organization ${organizationId}`;
}
