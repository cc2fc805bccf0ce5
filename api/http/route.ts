import type { Request, Response, Router } from 'express';
import type { z } from 'zod';
import type { CommandContext } from '../../commands/context.ts';
import { network } from '../../commands/user/attempt-limits.ts';
import type { RequestKeys } from '../../commands/vault/request-keys.ts';
import { withMeter } from '../../commands/work-meter.ts';
import { ANONYMOUS } from '../../domain/access/actor.ts';
import { type Capability, can, type Resource, roleIn } from '../../domain/access/policy.ts';
import { accept, type Rejection, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { QUOTAS } from '../../domain/limits/quotas.ts';
import { inPlainWords } from '../../domain/text/plain-words.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Engine } from '../../projections/engine/contract.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { bodyLimitOf } from './body-limit.ts';
import type { FairShares } from './fair-shares.ts';
import { type BodyProblem, NO_BODY, type Received, receiveJsonBody } from './json-body.ts';
import { RETRY_AFTER_SECONDS } from './limits/limits.ts';
import { maySend, visitOf } from './limits/visit.ts';
import { receiveMultipartBody } from './multipart-body.ts';
import { malformed, sendProblem, sendRejection } from './problems.ts';
import { commandContextOf, hashOf, idOfKey, type RequestContext } from './request-context.ts';
import { costOfAnswer, foreseenCost, laneOf, principalOf } from './request-cost.ts';
import { Serialised } from './serialised.ts';
import { type Appended, settle } from './settle.ts';

/** What a call is about, as the policy table asks, and whether people without a role may see it at all (then 403, else 404). */
export interface Target extends Resource {
  readonly isPublic?: boolean;
  /** What is really asked for, where that depends on what it is about; else the call's own capability. */
  readonly capability?: Capability;
}

/** What the head of a request says, before anyone has judged it: only for finding out what the call is about. */
export interface Unjudged {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly context: RequestContext;
}

export interface UnjudgedWithBody extends Unjudged {
  readonly body: unknown;
}

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type Input<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;

export interface Call<E extends Endpoint, T extends Target> {
  readonly params: Output<NonNullable<E['params']>>;
  readonly query: Output<NonNullable<E['query']>>;
  readonly body: Output<NonNullable<E['body']>>;
  readonly context: RequestContext;
  readonly target: T;
  readonly response: Response;
}

export type ContextOf = (request: Request, response: Response, endpoint: Endpoint) => Promise<RequestContext>;

type Answer<E extends Endpoint> = Input<E['response']> | Serialised<Input<E['response']>>;

/** A call that decides nothing, or more than one command. */
interface Handling<E extends Endpoint, T extends Target> {
  handle: (call: Call<E, T>) => Promise<Result<Answer<E>>>;
}

/**
 * A call that is one command. The route makes the command's context, waits until the read models show what it appended,
 * then asks for the answer.
 */
interface Deciding<E extends Endpoint, T extends Target, Decided extends Appended> {
  /** `command` belongs to the target's organization. */
  decide: (call: Call<E, T> & { readonly command: CommandContext }) => Promise<Result<Decided>>;
  view: (decided: Decided, call: Call<E, T>) => Answer<E> | Promise<Answer<E>>;
  /** What of the request the command's hash covers; default: the body. */
  input?: (call: Call<E, T>) => unknown;
  /** What else the command appended, in other streams. */
  others?: (decided: Decided) => readonly Appended[];
}

interface About<T extends Target> {
  target?: (unjudged: Unjudged) => Promise<T | undefined>;
  /** In place of `target` where only the body names what the call is about: the policy is asked once that has been read. */
  targetInBody?: (unjudged: UnjudgedWithBody) => Promise<T | undefined>;
  /** Refuses what a limit does not admit, before the body is read. */
  admit?: (context: RequestContext) => Promise<Rejection | undefined>;
}

/** What routes need of the server that mounts them. */
export interface Serving {
  readonly contextOf: ContextOf;
  readonly requestKeys: RequestKeys;
  readonly shares: FairShares;
  readonly engine: Pick<Engine, 'handling' | 'waitFor'>;
}

/** The operator's calls answer while the process is busy, and `/api/live` only waits. */
const UNSHARED: ReadonlySet<Capability> = new Set(['service.read', 'metrics.read', 'live.follow']);

/** One call, ready to be mounted. There is no other way to mount one, so none is without a policy. */
export interface Route {
  readonly endpoint: Endpoint;
  mount(router: Router, serving: Serving): void;
  /** What a GET of it would answer, for a page that brings the answer along: the same policy, schemas and handler. */
  read(context: RequestContext, response: Response, address?: Address): Promise<Result<unknown>>;
}

/** What an address says of a call. */
export interface Address {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
}

/**
 * Binds a call of the contract to its handler: policy first, then the request's schemas, then the handler with what they
 * made of it. `target` answers undefined for what does not exist; without it the current organization is what it is about.
 */
export function route<E extends Endpoint, T extends Target = Target, Decided extends Appended = Appended>(
  endpoint: E,
  definition: About<T> & (Handling<E, T> | Deciding<E, T, Decided>),
): Route {
  const {
    target = currentOrganization as (unjudged: Unjudged) => Promise<T | undefined>,
    targetInBody,
    admit,
  } = definition;
  const bodyLimit = bodyLimitOf(endpoint);
  const isShared = !UNSHARED.has(endpoint.capability);
  /** Null where the request must not go on: the client has left, or it has waited too long and is refused here. */
  const takeShare = async (shares: FairShares, request: Request, response: Response, context: RequestContext) => {
    if (response.closed) return null;
    const left = new AbortController();
    const leave = () => left.abort();
    response.once('close', leave);
    const { body } = visitOf(response);
    const costMs = foreseenCost(endpoint, body.size);
    const work = { costMs, lane: laneOf(endpoint, request, costMs) };
    body.park(leave);
    const release = await shares.acquire(principalOf(context), work, left.signal);
    body.unpark();
    response.off('close', leave);
    if (response.closed) {
      release?.('unused');
      return null;
    }
    if (release === null) {
      response.setHeader('Retry-After', RETRY_AFTER_SECONDS);
      sendProblem(response, 429, TEXTS.requests.tooManyAtOnce);
    }
    return release;
  };
  return {
    endpoint,
    async read(context, response, { params = {}, query = {} } = {}) {
      const parsedParams = endpoint.params?.safeParse(params);
      const isId = parsedParams?.success ?? true;
      const about = isId ? await target({ params, query, context }) : undefined;
      const refusal = judge(endpoint, context, about);
      if (refusal) return { ok: false, rejection: refusal };
      const input = parse(endpoint, { query, body: undefined });
      if (!input.ok) return input;
      if (!('handle' in definition)) throw new Error(`${endpoint.method} ${endpoint.path} changes something`);
      const call = { ...input.value, params: parsedParams?.data, context, target: about, response } as Call<E, T>;
      return definition.handle(call);
    },
    mount(router, { contextOf, requestKeys, shares, engine }) {
      const path = endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1');
      const method = endpoint.method.toLowerCase() as 'get' | 'post' | 'put' | 'delete';
      router[method](path, async (request, response) => {
        const params = request.params as Record<string, string>;
        const context = await contextOf(request, response, endpoint);
        const parsedParams = endpoint.params?.safeParse(params);
        const isId = parsedParams?.success ?? true;
        const head = { params, query: request.query, context };
        const named = isId && !targetInBody ? await target(head) : undefined;
        const early = targetInBody ? judgeUnread(endpoint, context) : judge(endpoint, context, named);
        const unwanted = early ?? (await admit?.(context));
        if (unwanted) return sendRejection(response, unwanted);
        const received = method === 'get' ? NO_BODY : await receiveBody(endpoint, request, response, bodyLimit);
        // Only now: a body that does not come in must not keep other requests of its principal waiting.
        if (!received.ok || !isShared) return answer();
        const release = await takeShare(shares, request, response, context);
        if (!release) return;
        const meter = { ms: 0 };
        try {
          await withMeter(meter, answer);
        } finally {
          // Not when the answer has been read: a client that does not read it must not keep others of its principal waiting.
          release(meter.ms + costOfAnswer(response));
        }

        async function answer(): Promise<void> {
          const body = received.ok ? received.parse() : received;
          const about =
            isId && targetInBody ? await targetInBody({ ...head, body: body.ok ? body.value : undefined }) : named;
          const refusal = targetInBody && judge(endpoint, context, about);
          if (refusal) return sendRejection(response, refusal);
          if (!body.ok) return sendBodyProblem(response, body.problem);

          const given = { query: request.query, body: body.value };
          const input = parse(endpoint, given);
          if (!input.ok) return sendRejection(response, input.rejection);
          const call = { ...input.value, params: parsedParams?.data, context, target: about, response } as Call<E, T>;
          const result = await onceUnderKey(requestKeys, endpoint, context, given, () =>
            'handle' in definition ? definition.handle(call) : decided(definition, call, engine),
          );
          if (response.headersSent) return;
          if (!result.ok) return sendRejection(response, result.rejection);
          response.setHeader('Cache-Control', 'private, no-store');
          // By the very clock that ends a quiz: its page counts down by this, not by the device's.
          response.setHeader('Date', new Date(context.at).toUTCString());
          sendValue(endpoint, request, response, result.value);
        }
      });
    },
  };
}

async function decided<E extends Endpoint, T extends Target, Decided extends Appended>(
  { decide, view, input = ({ body }) => body, others = () => [] }: Deciding<E, T, Decided>,
  call: Call<E, T>,
  engine: Serving['engine'],
): Promise<Result<Answer<E>>> {
  const { context, target, response } = call;
  const command = commandContextOf(context, input(call), target.organizationId ?? null);
  const result = await decide({ ...call, command });
  if (!result.ok) return result;
  await settle(engine, response, result.value, ...others(result.value));
  return accept(await view(result.value, call));
}

function receiveBody({ consumes }: Endpoint, request: Request, response: Response, limit: number): Promise<Received> {
  const { body } = visitOf(response);
  return consumes === 'multipart/form-data'
    ? receiveMultipartBody(request, body)
    : receiveJsonBody(request, body, limit);
}

function sendBodyProblem(response: Response, { status, message, errors }: BodyProblem): void {
  if (status === 503) response.setHeader('Retry-After', RETRY_AFTER_SECONDS);
  sendProblem(response, status, message, errors);
}

/** What Express would send, in one piece: a body that it makes bytes of goes out apart from its head. */
function sendValue({ mediaType }: Endpoint, { headers }: Request, response: Response, value: unknown): void {
  const text = mediaType ? String(value) : value instanceof Serialised ? value.text : JSON.stringify(value);
  const bytes = Buffer.byteLength(text);
  if (!maySend(response, bytes)) return;
  if (mediaType) return void response.type(mediaType).send(text);
  const isConditional = headers['if-none-match'] !== undefined || headers['if-modified-since'] !== undefined;
  if (isConditional) return void response.type('json').send(text);
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', bytes);
  response.end(text, bytes === text.length ? 'latin1' : 'utf8');
}

/**
 * A key that was used for another request is refused, wherever that one led. Entering is left out: who is let in depends on
 * the password alone, and neither sessions nor one-time links are given twice.
 */
async function onceUnderKey<Value>(
  keys: RequestKeys,
  { method, capability }: Endpoint,
  context: RequestContext,
  given: unknown,
  handle: () => Promise<Result<Value>>,
): Promise<Result<Value>> {
  const { idempotencyKey } = context;
  if (idempotencyKey === undefined || method === 'GET' || capability === 'account.enter') return handle();
  const id = idOfKey(context, idempotencyKey);
  const use = await keys.take(id, hashOf(context, given), context.actor.id ?? network(context.address));
  if (use === 'too many') {
    return reject('too-many-requests', TEXTS.quotas.requestKeys(QUOTAS.account.requestKeysPerDay));
  }
  if (use === 'other') return reject('refused', TEXTS.access.keyUsed);
  const result = await handle();
  if (use === 'new' && !result.ok) await keys.release(id);
  return result;
}

async function currentOrganization({ context }: Unjudged): Promise<Target> {
  return { organizationId: context.organization?._id ?? null, isPublic: true };
}

/**
 * Signed out: 401. What belongs to another organization is as absent as what does not exist: 404. What one may see but
 * not do: 403.
 */
function judge(endpoint: Endpoint, context: RequestContext, target: Target | undefined): Rejection | undefined {
  const { actor } = context;
  const capability = target?.capability ?? endpoint.capability;
  if (target && can(actor, capability, target)) return undefined;
  const unread = judgeUnread({ ...endpoint, capability }, context);
  if (unread) return unread;
  if (!target) return { code: 'not-found', message: TEXTS.access.notFound };
  const isInside = target.isOwn || roleIn(actor, target.organizationId) !== null;
  const isVisible = isInside || (target.isPublic === true && (actor.roles.length === 0 || !target.organizationId));
  return isVisible
    ? { code: 'forbidden', message: TEXTS.access.notAllowed }
    : { code: 'not-found', message: TEXTS.access.notFound };
}

/** What can be said before it is known what the call is about. */
const judgeUnread = ({ capability }: Endpoint, { actor }: RequestContext): Rejection | undefined =>
  actor.kind === 'anonymous' && !can(ANONYMOUS, capability)
    ? { code: 'unauthenticated', message: TEXTS.accounts.signInFirst }
    : undefined;

const IN_PLAIN_WORDS = { error: inPlainWords };

interface Given {
  readonly query: unknown;
  readonly body: unknown;
}

function parse(endpoint: Endpoint, given: Given): Result<Given> {
  const value: { query: unknown; body: unknown } = { query: undefined, body: undefined };
  for (const part of ['query', 'body'] as const) {
    const schema = endpoint[part];
    if (!schema) continue;
    const parsed = schema.safeParse(given[part], IN_PLAIN_WORDS);
    if (!parsed.success) return malformed(parsed.error);
    value[part] = parsed.data;
  }
  return accept(value);
}
