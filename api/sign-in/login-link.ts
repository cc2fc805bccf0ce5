import { randomInt } from 'node:crypto';
import type { Response } from 'express';
import type { CommandContext } from '../../commands/context/context.ts';
import { uuidV5 } from '../../commands/context/identity.ts';
import { verifyEmail } from '../../commands/email-proof/verify-email.ts';
import { load } from '../../commands/handling/handle.ts';
import { accountOfRequest, isBarredFromEmail, type LoginAccount } from '../../commands/login-link/login-account.ts';
import {
  idInSession,
  idOfBrowser,
  LOGIN_LINK_MINUTES,
  type LoginRequest,
} from '../../commands/login-link/login-requests.ts';
import { CONFIRMATION_CODE_EMAIL, LOGIN_LINK_EMAIL } from '../../commands/reactions/login-link-reactions.ts';
import { ensureAccount } from '../../commands/user/ensure-account.ts';
import { attemptOf } from '../../commands/user/sign-in.ts';
import { application } from '../../domain/application/application.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { user as account } from '../../domain/user/user.ts';
import { isEmail } from '../../domain/values/email.ts';
import { rest } from '../../timing/rest.ts';
import { setCookie } from '../auth/cookies.ts';
import { hasSecondFactor } from '../auth/has-second-factor.ts';
import type { Services } from '../composition/services.ts';
import { linkTo } from '../config/links.ts';
import type { User } from '../contract/accounts.ts';
import type { RequestContext } from '../http/request-context.ts';
import { settle } from '../http/settle.ts';
import { awaitsFactor } from './check-email-proof.ts';
import { enter } from './enter.ts';
import { accountStream } from './reset-password.ts';

interface Exchange {
  readonly context: RequestContext;
  readonly response: Response;
}

/** The answer takes at least so long, so that its time does not reveal whether there is an account or an application. */
const ANSWER_MS = 250;
/** A random delay, for the same reason: the email is sent beside other requests. */
const MOST_DELAY_MS = 1_000;
const COOKIE_SECONDS = LOGIN_LINK_MINUTES * 60;

/** Records that a link is asked for; the outbox finds out whether there is an account. */
export async function sendLoginLink(
  services: Services,
  email: string,
  exchange: Exchange,
  command: CommandContext,
): Promise<Result<null>> {
  const [sent] = await Promise.all([ask(services, email, exchange, command), rest(ANSWER_MS)]);
  return sent;
}

async function ask(
  services: Services,
  email: string,
  { context, response }: Exchange,
  command: CommandContext,
): Promise<Result<null>> {
  const { environment, loginRequests, reactions } = services;
  if (!isEmail(email.trim())) {
    const message = TEXTS.accounts.emailInvalid;
    return reject('refused', message, [{ field: 'email', message }]);
  }
  const { address, knownDevices } = context;
  // Counted apart from log-ins, so that asking locks no account.
  const { account: emailId, ...from } = await attemptOf(environment, { email, address, knownDevices });
  const admitted = await environment.attempts.admitEmail({ kind: 'login-link', emailId, ...from });
  if (!admitted.ok) return admitted;
  const [stream, applications] = await Promise.all([
    accountStream(services, email),
    environment.queries.applicationsWithEmail(email),
  ]);
  const applicationId = applications[0]?._id ?? null;
  // A stranger may have opened the account, and its deletion would end the request of the person who applied.
  const isUnlinked = applicationId !== null && applications.every(({ userId }) => userId === null);
  const about = {
    stream: isUnlinked ? `${application.category}-${applicationId}` : stream,
    emailId,
    applicationId,
    hasLink: isAtHostOfLinks(services, context),
  };
  const { browser, id } = await loginRequests.openInBrowser(about, context.loginBrowser);
  setCookie(response, 'login', browser, { isSecure: context.isHttps, maxAge: COOKIE_SECONDS });
  const delayMs = randomInt(MOST_DELAY_MS);
  await reactions.ask({ reaction: LOGIN_LINK_EMAIL, lane: 'mail', stream, delayMs, key: id }, command);
  return accept(null);
}

/** Links to accounts never lead to the domain of a school, and the browser's cookie is for one host. */
function isAtHostOfLinks({ site }: Pick<Services, 'site'>, { organization, origin }: RequestContext): boolean {
  const link = linkTo(site, organization && { ...organization, servedDomain: null }, '/');
  return new URL(link).hostname === URL.parse(origin)?.hostname;
}

type Proof = { readonly token: string } | { readonly code: string };

/** Uses the link or the code in the browser that asked, which proves the email: the account begins, or is taken back. */
export async function logInWithLink(
  services: Services,
  proof: Proof,
  { context, response }: Exchange,
  given: CommandContext,
): Promise<Result<User>> {
  const { environment, engine, loginRequests } = services;
  const id = idOfBrowser(context.loginBrowser ?? '');
  const request = await ('token' in proof
    ? loginRequests.consumeLink(id, proof.token)
    : loginRequests.consumeCode(id, proof.code));
  // A valid one is no guess. Nor is that of a browser that did not ask: nothing is compared with it, and all of them would share one limit.
  const isGuess = !request && context.loginBrowser !== undefined;
  if (isGuess && !(await environment.attempts.admit({ account: `login:${id}`, address: context.address }))) {
    return reject('too-many-requests', TEXTS.accounts.tooManyAttempts);
  }
  const found = request && (await accountOfRequest(environment, request));
  if (!request || !found || (await isBarred(services, found))) return refusal(proof, context);
  for (const stream of [request.stream, `${account.category}-${found.userId}`]) await loginRequests.endAll(stream);
  setCookie(response, 'login', '', { isSecure: context.isHttps, maxAge: 0 });
  const proven = await proveAddress(services, { request, found }, context, given);
  if (!proven.ok) return proven;
  await settle(engine, response, proven.value);
  const { userId, state } = found;
  const { passwordId } = (await load(environment, account, userId)).state;
  const isStillValid = async () => !(await hasSecondFactor(services, userId));
  return enter(services, { userId, passwordId, isNew: !state.exists, isByLink: true, isStillValid }, context, response);
}

function proveAddress(
  { environment }: Pick<Services, 'environment'>,
  { request, found }: { readonly request: LoginRequest; readonly found: LoginAccount },
  { user }: RequestContext,
  given: CommandContext,
): Promise<Result<{ readonly position: bigint }>> {
  const { userId, email, state } = found;
  const command: CommandContext = {
    ...given,
    actor: { kind: 'user', id: userId, roles: [], isCreator: false },
    // A request works once, so it identifies the commands, whatever the Idempotency-Key is.
    commandId: uuidV5(LOGIN_LINK_EMAIL, request._id, request.nonce),
  };
  if (!state.exists) return ensureAccount(environment, { email, password: null }, command);
  return verifyEmail(environment, { userId, isHolder: user?._id === userId }, command);
}

/** The same for all reasons, except that a browser without a request is told where the link works. */
function refusal(proof: Proof, { loginBrowser }: RequestContext): Result<never> {
  const { codeWrong, linkInvalid, otherBrowser } = TEXTS.loginLinks;
  if ('code' in proof) return reject('refused', codeWrong, [{ field: 'code', message: codeWrong }]);
  const message = loginBrowser === undefined ? otherBrowser : linkInvalid;
  return reject('refused', message, [{ field: 'token', message }]);
}

const isBarred = (
  { environment, authenticators, passkeys }: Pick<Services, 'environment' | 'authenticators' | 'passkeys'>,
  found: Pick<LoginAccount, 'userId' | 'state'>,
): Promise<boolean> =>
  isBarredFromEmail(environment, (userId) => hasSecondFactor({ authenticators, passkeys }, userId), found);

/** A person who has a password or a factor confirms with it: a stranger who reads their emails has not. */
export const confirmsByEmail = async (
  services: Pick<Services, 'environment' | 'authenticators' | 'passkeys'>,
  found: Pick<LoginAccount, 'userId' | 'state'>,
): Promise<boolean> => found.state.passwordId === null && !(await isBarred(services, found));

/**
 * What a code from an email proves: who the person is (`confirmsByEmail`), or only that the mailbox is theirs, which the first factor of a
 * member needs whose school requires one. Null: nothing, so there is none.
 */
export type ProvenByCode = 'identity' | 'email';

async function provenByCode(
  services: Pick<Services, 'environment' | 'authenticators' | 'passkeys' | 'requiredFactors'>,
  userId: string,
): Promise<ProvenByCode | null> {
  const { state } = await load(services.environment, account, userId);
  if (await confirmsByEmail(services, { userId, state })) return 'identity';
  return (await awaitsFactor(services, userId)) ? 'email' : null;
}

export async function sendConfirmationCode(
  services: Services,
  context: RequestContext,
  command: CommandContext,
): Promise<Result<null>> {
  const { environment, loginRequests, reactions } = services;
  const { user, session } = context;
  if (!user || !session || user.email === null) return reject('unauthenticated', TEXTS.accounts.signInFirst);
  if ((await provenByCode(services, user._id)) === null) {
    const hasFactor = await hasSecondFactor(services, user._id);
    return reject('refused', hasFactor ? TEXTS.secondFactors.confirmByFactor : TEXTS.loginLinks.confirmOtherwise);
  }
  const emailId = environment.identity.userId(user.email, 0);
  // Apart from strangers, who have no session.
  const from = { address: context.address, device: `session:${session._id}` };
  const admitted = await environment.attempts.admitEmail({ kind: 'login-link', emailId, ...from });
  if (!admitted.ok) return admitted;
  const stream = `${account.category}-${user._id}`;
  const about = { stream, emailId, applicationId: null, hasLink: false };
  const { id } = await loginRequests.openInSession(about, session._id);
  await reactions.ask({ reaction: CONFIRMATION_CODE_EMAIL, lane: 'mail', stream, delayMs: 0, key: id }, command);
  return accept(null);
}

export async function checkConfirmationCode(
  services: Services,
  { userId, sessionId, code }: { readonly userId: string; readonly sessionId: string; readonly code: string },
  { address }: RequestContext,
): Promise<Result<ProvenByCode>> {
  const { environment, loginRequests } = services;
  const id = idInSession(sessionId);
  const request = await loginRequests.consumeCode(id, code);
  if (!request && !(await environment.attempts.admit({ account: `login:${id}`, address }))) {
    return reject('too-many-requests', TEXTS.accounts.tooManyAttempts);
  }
  const proven = request ? await provenByCode(services, userId) : null;
  if (proven !== null) return accept(proven);
  const message = TEXTS.loginLinks.codeWrong;
  return reject('refused', message, [{ field: 'emailedCode', message }]);
}
