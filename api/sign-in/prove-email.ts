import { createHash } from 'node:crypto';
import type { CommandContext } from '../../commands/context/context.ts';
import { uuidV5 } from '../../commands/context/identity.ts';
import { verifyEmail } from '../../commands/email-proof/verify-email.ts';
import { load } from '../../commands/handling/handle.ts';
import { RESET_PASSWORD_TOKEN, VERIFY_EMAIL_TOKEN } from '../../commands/reactions/email-reactions.ts';
import { findAccount } from '../../commands/user/find-account.ts';
import { application } from '../../domain/application/application.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { categoryOf, idOf } from '../../domain/event-sourcing/streams.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { user } from '../../domain/user/user.ts';
import type { Services } from '../composition/services.ts';
import type { RequestContext } from '../http/request-context.ts';

interface Proven {
  /** The application that the email was about. */
  readonly applicationId: string | null;
  /** No account has this email, so the visitor may create one and link the application. */
  readonly emailWithoutAccount: string | null;
  /** Verifies the email of the account that this visitor then creates. */
  readonly proof: string | null;
  /** Lets the person choose a password if the account has none. */
  readonly setPasswordToken: string | null;
  readonly position: bigint;
}

/** Equal to that of an emailed link to set a password or to verify an account's email. */
const TOKEN_MS = 20 * 60_000;

/** Consumes an emailed link. A visitor who is not signed in chooses a new password, because another person may have opened the account. */
export async function proveEmail(
  { environment, tokens, sessions }: Pick<Services, 'environment' | 'tokens' | 'sessions'>,
  token: string,
  context: RequestContext,
  given: CommandContext,
): Promise<Result<Proven>> {
  const tokenId = createHash('sha256').update(token).digest('hex');
  const isValid = (await tokens.peek(token, VERIFY_EMAIL_TOKEN)) !== undefined;
  // A valid link is no guess, so it passes the attempt limit.
  if (!isValid && !(await environment.attempts.admit({ account: tokenId, address: context.address }))) {
    return reject('too-many-requests', TEXTS.accounts.tooManyAttempts);
  }
  const link = await tokens.consume(token, VERIFY_EMAIL_TOKEN);
  const email = link ? await emailOf(environment, link.subject) : null;
  if (!link || email === null || link.refs.emailId !== environment.identity.userId(email, 0)) {
    return reject('refused', TEXTS.accounts.linkInvalid);
  }
  const applicationId = link.refs.applicationId ?? null;
  const { userId, state } = await findAccount(environment, email);
  if (!state.exists) {
    const { kind, subject, refs } = link;
    const { token: proof } = await tokens.issue({ kind, subject, refs, expiresAt: soon(environment) });
    return accept({ applicationId, emailWithoutAccount: email, proof, setPasswordToken: null, position: 0n });
  }
  const command = {
    ...given,
    actor: { kind: 'user', id: userId, roles: [], isCreator: false } as const,
    // A link works once, so its hash identifies the commands, whatever the Idempotency-Key is.
    commandId: uuidV5(VERIFY_EMAIL_TOKEN, tokenId),
  };
  const isHolder = context.user?._id === userId;
  const verified = await verifyEmail(environment, { userId, isHolder }, command);
  if (!verified.ok) return verified;
  if (isHolder && context.session) await sessions.proveEmail(context.session._id);
  const { hasPassword, position } = verified.value;
  const setPasswordToken = hasPassword ? null : await passwordToken({ environment, tokens }, userId);
  return accept({ applicationId, emailWithoutAccount: null, proof: null, setPasswordToken, position });
}

const soon = ({ now }: Services['environment']): string => new Date(now() + TOKEN_MS).toISOString();

async function passwordToken(
  { environment, tokens }: Pick<Services, 'environment' | 'tokens'>,
  userId: string,
): Promise<string> {
  const subject = `${user.category}-${userId}`;
  return (await tokens.renew({ kind: RESET_PASSWORD_TOKEN, subject, expiresAt: soon(environment) })).token;
}

/** The current email; it may have been corrected since the link was sent. */
async function emailOf(environment: Services['environment'], stream: string): Promise<string | null> {
  if (categoryOf(stream) === user.category) return (await load(environment, user, idOf(stream))).state.email;
  const { state } = await load(environment, application, idOf(stream));
  return state.kind === 'application' ? state.email : null;
}
