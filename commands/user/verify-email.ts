import { accept, type Result } from '../../domain/decision.ts';
import { user } from '../../domain/user/user.ts';
import { linkApplications } from '../application/link-applications.ts';
import type { CommandContext } from '../context.ts';
import type { Environment } from '../environment.ts';
import { handle } from '../handle.ts';

export interface EmailVerified {
  readonly userId: string;
  /** What the proof has linked to the account (D11). */
  readonly applicationIds: readonly string[];
  readonly position: bigint;
}

/** The person has proven that the e-mail is theirs, so the applications that carry it are theirs too (D10, D11). */
export async function verifyEmail(
  environment: Environment,
  { userId }: { readonly userId: string },
  context: CommandContext,
): Promise<Result<EmailVerified>> {
  const verified = await handle(environment, user, userId, [{ type: 'VerifyEmail', data: {} }], context);
  if (!verified.ok) return verified;
  const { email } = verified.value.state;
  if (email === null) return accept({ userId, applicationIds: [], position: verified.value.position });
  const linked = await linkApplications(environment, { userId, email }, context);
  if (!linked.ok) return linked;
  const { applicationIds, position } = linked.value;
  return accept({ userId, applicationIds, position: max(position, verified.value.position) });
}

const max = (left: bigint, right: bigint): bigint => (left > right ? left : right);
