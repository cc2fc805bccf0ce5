import type { Request, Response } from 'express';
import { network } from '../commands/user/attempt-limits.ts';
import { roleIn } from '../domain/policy.ts';
import { COSTLY_MS, type Endpoint } from './contract/endpoint.ts';
import type { RequestContext } from './request-context.ts';

/** Milliseconds of the main thread, as `npm run bench` finds them, rounded up (docs/decisions/0035). */
const LEAST = 2;
const PER_BYTE_OF_JSON = 1.5e-4;
/** A file is only hashed and stored. */
const PER_BYTE_OF_FILE = 2e-5;
const PER_BYTE_ANSWERED = 2e-5;

/** What a request costs whose body has arrived, with so many bytes to parse. */
export function foreseenCost(
  { consumes, costMs = LEAST }: Endpoint,
  { query }: Pick<Request, 'query'>,
  bytes: number,
): number {
  const perByte = consumes === undefined ? PER_BYTE_OF_JSON : PER_BYTE_OF_FILE;
  // A past state is folded from its stream.
  return costMs + bytes * perByte + (query.asOf === undefined ? 0 : COSTLY_MS);
}

/** What its answer has cost. */
export const costOfAnswer = (response: Response): number =>
  Number(response.getHeader('Content-Length') ?? 0) * PER_BYTE_ANSWERED;

/**
 * Who is charged for a request: the staff of one school together, an applicant alone, visitors by their network. It never
 * depends on what the request only names, because a client could then use up the share of another one.
 */
export function principalOf({ actor, organization, address }: RequestContext): string {
  if (actor.kind !== 'user' || actor.id === undefined) return `network ${network(address)}`;
  const current = organization && roleIn(actor, organization._id) !== null ? organization._id : undefined;
  const organizationId = current ?? actor.roles[0]?.orgId;
  return organizationId === undefined ? `account ${actor.id}` : `organization ${organizationId}`;
}
