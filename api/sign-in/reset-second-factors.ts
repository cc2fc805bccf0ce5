import type { Response } from 'express';
import type { CommandContext } from '../../commands/context/context.ts';
import { uuidV5 } from '../../commands/context/identity.ts';
import { FACTOR_RESET_CALENDARS_EMAIL, FACTOR_RESET_EMAIL } from '../../commands/reactions/security-mail-reactions.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { UserDocument } from '../../projections/users.ts';
import { hasSecondFactor } from '../auth/has-second-factor.ts';
import type { Composition } from '../composition/composition.ts';
import { alsoRecord } from '../http/record-answer.ts';
import type { RequestContext } from '../http/request-context.ts';
import { revokeCalendars } from './revoke-calendars.ts';
import { tellAccount } from './tell-account.ts';

type Parts = Pick<Composition, 'authenticators' | 'passkeys' | 'environment' | 'reactions' | 'readModels'>;

/** Whose data they protect besides that of a school: other schools', and the installation's (null). */
export const protectedElsewhere = (
  { orgRoles, isCreator }: Pick<UserDocument, 'orgRoles' | 'isCreator'>,
  organizationId: string,
): readonly (string | null)[] => [
  ...orgRoles.map(({ orgId }) => orgId).filter((orgId) => orgId !== organizationId),
  ...(isCreator ? [null] : []),
];

/**
 * For a member who has lost them and whose account opens nothing but the school, or other data would lose its protection. One's own are removed
 * with a code or a confirmation, so that a session left open is not enough.
 */
export async function resetSecondFactors(
  services: Parts,
  { organizationId, userId }: { readonly organizationId: string; readonly userId: string },
  { context: { user }, response }: { readonly context: Pick<RequestContext, 'user'>; readonly response: Response },
  command: CommandContext,
): Promise<Result<{ readonly message: string }>> {
  const school = await services.readModels.organizations.get(organizationId);
  if (!school?.members.some((member) => member.userId === userId)) {
    return reject('refused', TEXTS.members.notAMember);
  }
  if (userId === user?._id) return reject('refused', TEXTS.secondFactors.resetOwn);
  const person = await services.readModels.users.latest(userId);
  const elsewhere = person ? protectedElsewhere(person, organizationId) : [];
  if (elsewhere.length > 0) {
    const about = { actor: { kind: 'user', id: userId }, isStaff: false } as const;
    const entries = elsewhere.map(
      (concerned) => ({ kind: 'factorResetRefused', organizationId: concerned, ...about }) as const,
    );
    alsoRecord(response, { kind: 'refused' }, ...entries);
    return reject('refused', TEXTS.secondFactors.resetElsewhere);
  }
  const removed = await removeLostFactors(services, userId, command);
  if (!removed.ok) return removed;
  const about = { organizationId, actor: { kind: 'user', id: userId }, isStaff: true } as const;
  const hadCalendar = removed.value.calendarsOf.includes(organizationId);
  alsoRecord(
    response,
    { kind: 'factorLost', ...about },
    ...(hadCalendar ? [{ kind: 'secretChanged', ...about } as const] : []),
  );
  return accept({ message: TEXTS.secondFactors.resetDone });
}

/**
 * Authenticator app and passkeys, and what else a lost device may open: sessions and calendar addresses. Repeatable after a crash: these end
 * before the factors do, and those begun meanwhile after them.
 */
export async function removeLostFactors(
  services: Parts,
  userId: string,
  command: CommandContext,
): Promise<Result<{ readonly calendarsOf: readonly string[] }>> {
  const { authenticators, passkeys, environment } = services;
  if (!(await hasSecondFactor({ authenticators, passkeys }, userId)))
    return reject('refused', TEXTS.secondFactors.resetNone);
  const revoke = (when: string) =>
    revokeCalendars(services, userId, { ...command, commandId: uuidV5(command.commandId, when) });
  await environment.endSessions(userId);
  const revoked = await revoke('before');
  await Promise.all([authenticators.remove(userId), passkeys.removeAll(userId)]);
  await environment.endSessions(userId);
  const calendarsOf = [...new Set([...revoked, ...(await revoke('after'))])];
  const email = calendarsOf.length > 0 ? FACTOR_RESET_CALENDARS_EMAIL : FACTOR_RESET_EMAIL;
  await tellAccount(services, { userId, email }, command);
  return accept({ calendarsOf });
}
