import type { Request, Response, Router } from 'express';
import type { z } from 'zod';
import type { CommandContext } from '../../commands/context/context.ts';
import { type CountedEmails, NO_EMAILS } from '../../commands/email/count-emails.ts';
import { network } from '../../commands/user/attempt-limits.ts';
import type { RequestKeys } from '../../commands/vault/request-keys.ts';
import { type Actor, ANONYMOUS } from '../../domain/access/actor.ts';
import { belongsTo, type Capability, can, needsFactor, type Resource } from '../../domain/access/policy.ts';
import { accept, type Rejection, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { QUOTAS } from '../../domain/limits/quotas.ts';
import { inPlainWords } from '../../domain/text/plain-words.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Engine } from '../../projections/engine/contract.ts';
import { PastTooFar } from '../../projections/engine/past-documents.ts';
import { inQueue } from '../../timing/keyed-queue.ts';
import { withMeter } from '../../timing/work-meter.ts';
import { isConfirmed } from '../auth/sessions.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { bodyLimitOf } from './body-limit.ts';
import type { FairShares } from './fair-shares.ts';
import { type BodyProblem, discardBody, NO_BODY, type Received, receiveJsonBody } from './json-body.ts';
import { RETRY_AFTER_SECONDS } from './limits/limits.ts';
import { receiveMultipartBody } from './multipart-body.ts';
import { pastRefusalOf } from './past-refusal.ts';
import type { Pin } from './positions.ts';
import { malformed, sendProblem, sendRejection } from './problems.ts';
import type { ReadBudget } from './read-budget.ts';
import { nameForSecurityLog, type RecordAnswer } from './record-answer.ts';
import { commandContextOf, hashOf, idOfKey, type RequestContext } from './request-context.ts';
import { costOfAnswer, estimatedCost, laneOf, principalOf } from './request-cost.ts';
import { Serialised } from './serialised.ts';
import { type Appended, settle } from './settle.ts';
import { maySend, visitOf } from './visit.ts';

/** What the policy table is asked about, and whether people without a role may know that it exists (then 403, else 404). */
export interface Target extends Resource {
  readonly isPublic?: boolean;
  readonly capability?: Capability;
}

/** The request before the policy is asked, only for finding the target. */
export interface UncheckedRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly context: RequestContext;
}

export interface UncheckedRequestWithBody extends UncheckedRequest {
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
  readonly asOf: bigint | undefined;
  /** The same position with its moment. */
  readonly past: Pin | undefined;
  /** For the commands that the call runs; made when it is first asked for. */
  readonly command: CommandContext;
}

export type ContextOf = (request: Request, response: Response, endpoint: Endpoint) => Promise<RequestContext>;

type Answer<E extends Endpoint> = Input<E['response']> | Serialised<Input<E['response']>>;

interface Handling<E extends Endpoint, T extends Target> {
  handle: (call: Call<E, T>) => Promise<Result<Answer<E>>>;
}

/** A call that runs one command. The route waits for the read models before `view`. */
interface Deciding<E extends Endpoint, T extends Target, Decided extends Appended> {
  decide: (call: Call<E, T>) => Promise<Result<Decided>>;
  view: (decided: Decided, call: Call<E, T>) => Answer<E> | Promise<Answer<E>>;
  /** What the command appended to other streams. */
  others?: (decided: Decided) => readonly Appended[];
  /** Calls with the same key run one after the other, so that the limits of each count what the previous one created. */
  queue?: (call: Call<E, T>) => string;
}

interface About<E extends Endpoint, T extends Target> {
  /** What the command's hash covers; default: the body. */
  input?: (call: Call<E, T>) => unknown;
  target?: (unchecked: UncheckedRequest) => Promise<T | undefined>;
  /** Replaces `target` if only the body names the target: the policy is asked after the body has been read. */
  targetInBody?: (unchecked: UncheckedRequestWithBody) => Promise<T | undefined>;
  admit?: (context: RequestContext) => Promise<Rejection | undefined>;
  /** Of a call whose contract says that it needs a confirmation *sometimes*: whether this one does. */
  needsConfirmation?: (call: Call<E, T>) => boolean | Promise<boolean>;
  /** Counts the emails that it sends: too many in an hour need a confirmation, unless the contract says that the call needs none. */
  emails?: (call: Call<E, T>) => Promise<CountedEmails>;
  /**
   * A long wait of a GET, before it takes a share of the server. Session and rights are checked again after it. False:
   * it did not wait.
   */
  waits?: (unchecked: UncheckedRequest, response: Response) => Promise<Rejection | boolean>;
}

export interface Serving {
  readonly contextOf: ContextOf;
  readonly requestKeys: RequestKeys;
  readonly shares: FairShares;
  readonly engine: Pick<Engine, 'handling' | 'waitFor'>;
  readonly reads: ReadBudget;
  /** For the security log. */
  readonly recordAnswer: RecordAnswer;
  /** Maps a moment or a position token to a position of the organization's log. */
  readonly pinOf: (asOf: string, organizationId: string | null) => Promise<Result<GivenPin>>;
}

export interface GivenPin extends Pin {
  readonly token: string;
}

/** The operator's calls answer while the process is busy, and `/api/live` only waits. */
const UNSHARED: ReadonlySet<Capability> = new Set(['service.read', 'metrics.read', 'live.follow']);

/** One call, ready to mount. There is no other way to mount a call, so each one has a policy. */
export interface Route {
  readonly endpoint: Endpoint;
  mount(router: Router, serving: Serving): void;
  /** For a page: limited and recorded as a call over HTTP. */
  read(context: RequestContext, asked: InProcess): Promise<Result<unknown>>;
}

export interface InProcess extends Pick<Serving, 'reads' | 'recordAnswer'> {
  readonly response: Response;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
}

/** Asks the policy first, then parses, then calls the handler. `target` returns undefined for what does not exist. */
export function route<E extends Endpoint, T extends Target = Target, Decided extends Appended = Appended>(
  endpoint: E,
  definition: About<E, T> & (Handling<E, T> | Deciding<E, T, Decided>),
): Route {
  const {
    target = currentOrganization as (unchecked: UncheckedRequest) => Promise<T | undefined>,
    targetInBody,
    admit,
    waits,
    needsConfirmation = () => endpoint.confirmation === 'always',
    emails = async () => NO_EMAILS,
    input: covered = ({ body }: Call<E, T>): unknown => body,
  } = definition;
  const saysWhen = 'needsConfirmation' in definition || ('emails' in definition && endpoint.confirmation !== undefined);
  if ((endpoint.confirmation === 'sometimes') !== saysWhen) {
    throw new Error(`${endpoint.method} ${endpoint.path}: the contract and its route disagree on confirmations`);
  }
  const bodyLimit = bodyLimitOf(endpoint);
  const pastRefusal = pastRefusalOf(endpoint);
  const isShared = !UNSHARED.has(endpoint.capability);
  const takeShare = async (shares: FairShares, request: Request, response: Response, context: RequestContext) => {
    if (response.closed) return null;
    const { body } = visitOf(response);
    const costMs = estimatedCost(endpoint, body.size);
    const work = { costMs, lane: laneOf(endpoint, request, costMs) };
    const principal = principalOf(context);
    const atOnce = shares.tryAcquire(principal, work);
    if (atOnce) return atOnce;
    const left = new AbortController();
    const leave = () => left.abort();
    response.once('close', leave);
    body.park(leave);
    const release = await shares.acquire(principal, work, left.signal);
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
  const callOf = (given: object, commandId?: string): Call<E, T> => {
    let made: CommandContext | undefined;
    const call = {
      ...given,
      get command() {
        made ??= commandContextOf(call.context, covered(call), call.target.organizationId ?? null, commandId);
        return made;
      },
    } as Call<E, T>;
    return call;
  };
  /** Confirmations and limits. Returns the emails that it has counted. */
  const allow = async (reads: ReadBudget, call: Call<E, T>): Promise<Result<CountedEmails>> => {
    const { context, target: about, response } = call;
    const isConfirmed = isConfirmedIn(context);
    if (!isConfirmed && (await needsConfirmation(call))) return { ok: false, rejection: UNCONFIRMED };
    const limited = overRead(reads, { endpoint, context, target: about, response });
    if (limited) return { ok: false, rejection: limited };
    const counted = await emails(call);
    if (!counted.isOver || endpoint.confirmation === undefined || isConfirmed) return accept(counted);
    await counted.release();
    return { ok: false, rejection: UNCONFIRMED };
  };
  /** Rejects what only the answer shows to be a read beyond the limit: nothing was appended. */
  const record = (
    { reads, recordAnswer }: Pick<Serving, 'reads' | 'recordAnswer'>,
    { context, target: about, query, body, response }: Call<E, T>,
    value: Answer<E>,
  ): Result<Answer<E>> => {
    const isUnchanged = response.locals.isUnchanged === true;
    const read = { endpoint, context, target: about, value, isUnchanged };
    const late = isUnchanged ? overRead(reads, { ...read, response }) : undefined;
    if (late) return { ok: false, rejection: late };
    const isCrawl = reads.count(read);
    recordAnswer({ ...read, rejection: null, query, body, isCrawl, response });
    return accept(value);
  };
  return {
    endpoint,
    async read(context, { response, reads, recordAnswer, params = {}, query = {} }) {
      const parsedParams = endpoint.params?.safeParse(params);
      const isId = parsedParams?.success ?? true;
      const about = isId ? await target({ params, query, context }) : undefined;
      const refusal =
        judge(endpoint, context, about) ?? overRead(reads, { endpoint, context, target: about, response });
      if (refusal) {
        recordAnswer({ endpoint, context, target: about, rejection: refusal, response });
        return { ok: false, rejection: refusal };
      }
      const input = parse(endpoint, { query, body: undefined });
      if (!input.ok) return input;
      if (!('handle' in definition)) throw new Error(`${endpoint.method} ${endpoint.path} changes something`);
      const call = callOf({
        ...input.value,
        params: parsedParams?.data,
        context,
        target: about,
        response,
        asOf: undefined,
        past: undefined,
      });
      const result = await definition.handle(call);
      return result.ok ? record({ reads, recordAnswer }, call, result.value) : result;
    },
    mount(router, { contextOf, requestKeys, shares, engine, reads, recordAnswer, pinOf }) {
      const path = endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1');
      const method = endpoint.method.toLowerCase() as 'get' | 'post' | 'put' | 'delete';
      router[method](path, async (request, response) => {
        const params = request.params as Record<string, string>;
        let context = await contextOf(request, response, endpoint);
        const parsedParams = endpoint.params?.safeParse(params);
        const isId = parsedParams?.success ?? true;
        const head = () => ({ params, query: request.query, context });
        const find = async () => (isId && !targetInBody ? target(head()) : undefined);
        let named = await find();
        const refuse = (rejection: Rejection, about = named, body?: unknown) => {
          recordAnswer({ endpoint, context, target: about, rejection, body, response });
          sendRejection(response, rejection);
        };
        const judged = () =>
          context.refusal ?? (targetInBody ? judgeUnreadBody(endpoint, context) : judge(endpoint, context, named));
        const isOfPast = request.query.asOf !== undefined;
        const unwanted = judged() ?? (isOfPast ? pastRefusal : undefined) ?? (await admit?.(context));
        if (unwanted) return refuse(unwanted);
        const judgedAt = performance.now();
        const waited = await waits?.(head(), response);
        if (typeof waited === 'object') return refuse(waited);
        if (response.closed) return;
        const received = method === 'get' ? NO_BODY : await receiveBody(endpoint, request, response, bodyLimit);
        // Not before the body has arrived: a slow body must not delay other requests of its principal.
        if (!received.ok || !isShared) return answer();
        const release = await takeShare(shares, request, response, context);
        if (!release) {
          const rejection = { code: 'too-many-requests' } as const;
          if (response.headersSent) recordAnswer({ endpoint, context, target: named, rejection, response });
          return;
        }
        const meter = { ms: 0, msInParts: 0 };
        try {
          await withMeter(meter, answer);
        } finally {
          // Not when the answer has been read: a slow reader must not delay other requests of its principal.
          release(meter.ms + costOfAnswer(response), meter.msInParts);
        }

        async function answer(): Promise<void> {
          if (waited || performance.now() - judgedAt > STANDS_MS) {
            context = await contextOf(request, response, endpoint);
            named = await find();
            const late = judged();
            if (late) return refuse(late);
          }
          const body = received.ok ? received.parse() : received;
          const about =
            isId && targetInBody ? await targetInBody({ ...head(), body: body.ok ? body.value : undefined }) : named;
          const refusal = targetInBody && judge(endpoint, context, about);
          if (refusal) return refuse(refusal, about);
          if (!body.ok) return sendBodyProblem(response, body.problem);

          const sent = { query: request.query, body: body.value };
          const input = parse(endpoint, sent);
          if (!input.ok) return sendRejection(response, input.rejection);
          const { asOf: asked } = (input.value.query ?? {}) as { readonly asOf?: string };
          const pastRefused = asked === undefined ? undefined : judgePast(endpoint, context, about);
          if (pastRefused) return refuse(pastRefused, about);
          const found = asked === undefined ? null : await pinOf(asked, about?.organizationId ?? null);
          if (found?.ok === false) return sendRejection(response, found.rejection);
          const pin = found?.ok ? found.value : null;
          if (pin !== null) response.setHeader('X-As-Of', pin.token);
          const keyId = idOfKey(context);
          const given = {
            ...input.value,
            params: parsedParams?.data,
            context,
            target: about,
            response,
            asOf: pin?.position,
            past: pin ?? undefined,
          };
          const call = callOf(given, keyId);
          const counted = await allow(reads, call);
          if (!counted.ok) return refuse(counted.rejection, about, call.body);
          const result = await onceUnderKey(requestKeys, endpoint, { context, keyId, sent }, () =>
            'handle' in definition ? definition.handle(call).catch(refuseTooFar) : decided(definition, call, engine),
          );
          await releaseUnsent(counted.value, result, response);
          const done = result.ok ? record({ reads, recordAnswer }, call, result.value) : result;
          if (response.headersSent) return;
          if (!done.ok) return refuse(done.rejection, about, call.body);
          sendValue(endpoint, request, call, done.value);
        }
      });
    },
  };
}

/** For handlers: of the emails that were counted, so many are not sent. */
export function noteUnsent({ locals }: Pick<Response, 'locals'>, amount: number): void {
  locals.unsentEmails = amount;
}

async function releaseUnsent(
  counted: CountedEmails,
  { ok: isDone }: Result<unknown>,
  { locals }: Pick<Response, 'locals'>,
): Promise<void> {
  const { isUnchanged, unsentEmails = 0 } = locals as {
    readonly isUnchanged?: boolean;
    readonly unsentEmails?: number;
  };
  if (!isDone || isUnchanged === true) await counted.release();
  else if (unsentEmails > 0) await counted.release(unsentEmails);
}

function overRead(
  reads: ReadBudget,
  { response, ...read }: Parameters<ReadBudget['refusalOf']>[0] & { readonly response: Response },
): Rejection | undefined {
  const refusal = reads.refusalOf(read);
  if (refusal) nameForSecurityLog(response, { refusal: 'readLimited' });
  return refusal;
}

async function decided<E extends Endpoint, T extends Target, Decided extends Appended>(
  { decide, view, others = () => [], queue }: Deciding<E, T, Decided>,
  call: Call<E, T>,
  engine: Serving['engine'],
): Promise<Result<Answer<E>>> {
  const run = async () => {
    const result = await decide(call);
    if (!result.ok) return result;
    const done = [result.value, ...others(result.value)];
    call.response.locals.isUnchanged = done.every(({ appended }) => appended?.length === 0);
    await settle(engine, call.response, ...done);
    return result;
  };
  const result = queue ? await inQueue(engine, queue(call), run) : await run();
  return result.ok ? accept(await view(result.value, call)) : result;
}

function receiveBody(
  { consumes, ignoresBody }: Endpoint,
  request: Request,
  response: Response,
  limit: number,
): Promise<Received> {
  const { body } = visitOf(response);
  if (ignoresBody) return discardBody(request, body);
  return consumes === 'multipart/form-data'
    ? receiveMultipartBody(request, body)
    : receiveJsonBody(request, body, limit);
}

function sendBodyProblem(response: Response, { status, message, errors }: BodyProblem): void {
  if (status === 503) response.setHeader('Retry-After', RETRY_AFTER_SECONDS);
  sendProblem(response, status, message, errors);
}

/** Sends in one piece what Express would send as two: head and body. */
function sendValue(
  { mediaTypes: [mediaType] = [] }: Endpoint,
  { headers }: Request,
  { context, response }: { readonly context: RequestContext; readonly response: Response },
  value: unknown,
): void {
  if (!response.hasHeader('Cache-Control')) response.setHeader('Cache-Control', 'private, no-store');
  // A quiz's page counts down by the server's clock, which ends the quiz.
  response.setHeader('Date', new Date(context.at).toUTCString());
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

/** Signing in is excluded: it depends on the password alone, and neither sessions nor one-time links are issued twice. */
async function onceUnderKey<Value>(
  keys: RequestKeys,
  { method, capability }: Endpoint,
  { context, keyId, sent }: { context: RequestContext; keyId: string | undefined; sent: Given },
  handle: () => Promise<Result<Value>>,
): Promise<Result<Value>> {
  if (keyId === undefined || method === 'GET' || capability === 'account.enter') return handle();
  const use = await keys.take(keyId, hashOf(context, sent), context.actor.id ?? network(context.address));
  if (use === 'too many') {
    return reject('too-many-requests', TEXTS.quotas.requestKeys(QUOTAS.account.requestKeysPerDay));
  }
  if (use === 'other') return reject('refused', TEXTS.access.keyUsed);
  const result = await handle();
  if (use === 'new' && !result.ok) await keys.release(keyId);
  return result;
}

async function currentOrganization({ context }: UncheckedRequest): Promise<Target> {
  return { organizationId: context.organization?._id ?? null, isPublic: true };
}

/** 401 for signed-out clients, 404 for what belongs to another organization, 403 for what the actor may see but not do. */
function judge(endpoint: Endpoint, context: RequestContext, target: Target | undefined): Rejection | undefined {
  const { actor } = context;
  const capability = target?.capability ?? capabilityFor(actor, endpoint);
  if (target && can(actor, capability, target)) return undefined;
  const unread = judgeUnreadBody({ ...endpoint, capability }, context);
  if (unread) return unread;
  if (!target) return { code: 'not-found', message: TEXTS.access.notFound };
  if (needsFactor(actor, capability, target)) return FACTOR_NEEDED;
  const isInside = target.isOwn || belongsTo(actor, target.organizationId);
  const isVisible = isInside || (target.isPublic === true && (isOutsider(actor) || !target.organizationId));
  if (!isVisible) return { code: 'not-found', message: TEXTS.access.notFound };
  const isOnlyOver = can(actor, capability, { ...target, isReadOnly: false });
  return { code: 'forbidden', message: isOnlyOver ? TEXTS.applications.locked : TEXTS.access.notAllowed };
}

const capabilityFor = ({ token }: Actor, { capability, tokenCapability }: Endpoint): Capability =>
  (token && tokenCapability) ?? capability;

const isOutsider = ({ roles, token }: Actor): boolean => roles.length === 0 && token === undefined;

const judgeUnreadBody = ({ capability }: Endpoint, { actor }: RequestContext): Rejection | undefined =>
  actor.kind === 'anonymous' && !can(ANONYMOUS, capability)
    ? { code: 'unauthenticated', message: TEXTS.accounts.signInFirst }
    : undefined;

function judgePast(
  { pastCapability }: Endpoint,
  { actor }: RequestContext,
  target: Target | undefined,
): Rejection | undefined {
  if (pastCapability === undefined || can(actor, pastCapability, target)) return undefined;
  return target && needsFactor(actor, pastCapability, target) ? FACTOR_NEEDED : NOT_ALLOWED;
}

const FACTOR_NEEDED: Rejection = { code: 'factor-needed', message: TEXTS.requiredFactors.refused };

const UNCONFIRMED: Rejection = { code: 'unconfirmed', message: TEXTS.accounts.unconfirmed };

export const isConfirmedIn = ({ session, at }: RequestContext): boolean => session !== null && isConfirmed(session, at);

const NOT_ALLOWED: Rejection = { code: 'forbidden', message: TEXTS.access.notAllowed };

/** Who sends the body slowly must not keep a session, a role or a confirmation beyond its end. */
const STANDS_MS = 1000;

function refuseTooFar(error: unknown): Result<never> {
  if (error instanceof PastTooFar) return reject('refused', TEXTS.requests.pastTooFar);
  throw error;
}

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
