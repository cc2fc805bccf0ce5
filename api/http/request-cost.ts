import type { Request, Response } from 'express';
import { network } from '../../commands/user/attempt-limits.ts';
import { roleIn } from '../../domain/access/policy.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import type { Lane } from './fair-shares.ts';
import type { RequestContext } from './request-context.ts';

/** Milliseconds of the main thread as measured by `npm run bench`, rounded up (docs/decisions/0035). */
const LEAST = 2;
const PER_BYTE_OF_JSON = 1.5e-4;
const PER_BYTE_OF_FILE = 5e-6;
const PER_BYTE_ANSWERED = 2e-5;

export function estimatedCost({ consumes, costMs = LEAST }: Endpoint, bytes: number): number {
  const perByte = consumes === undefined ? PER_BYTE_OF_JSON : PER_BYTE_OF_FILE;
  return costMs + bytes * perByte;
}

const COSTLY_FROM_MS = 30;
export const laneOf = ({ isCostly }: Endpoint, { query }: Pick<Request, 'query'>, costMs: number): Lane =>
  isCostly || query.asOf !== undefined || costMs >= COSTLY_FROM_MS ? 'costly' : 'small';

export const costOfAnswer = (response: Response): number =>
  Number(response.getHeader('Content-Length') ?? 0) * PER_BYTE_ANSWERED;

export const PAGE_MS = 5;
const PER_CHARACTER_DRAWN = 5e-5;
export const costOfPage = (characters: number): number => characters * PER_CHARACTER_DRAWN;

/** Never what the request only names, because a client could then use up another client's share. */
export function principalOf({ actor, organization, address }: RequestContext): string {
  if (actor.token) return `organization ${actor.token.orgId}`;
  if (actor.kind !== 'user' || actor.id === undefined) return `network ${network(address)}`;
  const current = organization && roleIn(actor, organization._id) !== null ? organization._id : undefined;
  const organizationId = current ?? actor.roles[0]?.orgId;
  return organizationId === undefined ? `account ${actor.id}` : `organization ${organizationId}`;
}
