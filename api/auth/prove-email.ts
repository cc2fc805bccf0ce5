import { createHash } from 'node:crypto';
import { load } from '../../commands/handle.ts';
import { VERIFY_EMAIL_TOKEN } from '../../commands/reactions/mail-reactions.ts';
import { findAccount } from '../../commands/user/find-account.ts';
import { verifyEmail } from '../../commands/user/verify-email.ts';
import { application } from '../../domain/application/application.ts';
import { accept, type Result, reject } from '../../domain/decision.ts';
import { categoryOf, idOf } from '../../domain/streams.ts';
import { TEXTS } from '../../domain/texts.ts';
import { user } from '../../domain/user/user.ts';
import { commandContextOf, type RequestContext } from '../request-context.ts';
import type { Services } from '../services.ts';

interface Proven {
  /** The application whose mail it was. */
  readonly applicationId: string | null;
  /** Nobody has an account with this email yet: whoever came by the link may link the application. */
  readonly isClaimable: boolean;
  readonly position: bigint;
}

/** Consumes the link of a mail: who has it reads that mailbox (D10). It works once. */
export async function proveEmail(
  { environment, tokens }: Pick<Services, 'environment' | 'tokens'>,
  token: string,
  context: RequestContext,
): Promise<Result<Proven>> {
  const account = createHash('sha256').update(token).digest('hex');
  if (!(await environment.attempts.admit({ account, address: context.address }))) {
    return reject('too-many-requests', TEXTS.accounts.tooManyAttempts);
  }
  const link = await tokens.consume(token, VERIFY_EMAIL_TOKEN);
  const email = link ? await emailOf(environment, link.subject) : null;
  if (!link || email === null || link.refs.emailId !== environment.identity.userId(email, 0)) {
    return reject('refused', TEXTS.accounts.linkInvalid);
  }
  const applicationId = link.refs.applicationId ?? null;
  const { userId, state } = await findAccount(environment, email);
  if (!state.exists) return accept({ applicationId, isClaimable: true, position: 0n });
  const command = {
    ...commandContextOf(context, null),
    actor: { kind: 'user', id: userId, roles: [], isCreator: false } as const,
  };
  const verified = await verifyEmail(environment, { userId }, command);
  return verified.ok ? accept({ applicationId, isClaimable: false, position: verified.value.position }) : verified;
}

/** The email that the account or application carries now; it may have been corrected since the mail was sent. */
async function emailOf(environment: Services['environment'], stream: string): Promise<string | null> {
  if (categoryOf(stream) === user.category) return (await load(environment, user, idOf(stream))).state.email;
  const { state } = await load(environment, application, idOf(stream));
  return state.kind === 'application' ? state.email : null;
}
