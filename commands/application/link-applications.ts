import { SYSTEM } from '../../domain/access/actor.ts';
import { application } from '../../domain/application/application.ts';
import { isEmailOf } from '../../domain/application/ownership.ts';
import { releasesPlace } from '../../domain/application/statuses.ts';
import { accept, type Result } from '../../domain/event-sourcing/decision.ts';
import { normalizeEmail } from '../../domain/values/email.ts';
import type { CommandContext } from '../context/context.ts';
import { uuidV5 } from '../context/identity.ts';
import type { Environment } from '../handling/environment.ts';
import { handle, load } from '../handling/handle.ts';
import { removeDraftsAbout } from '../user/drafts.ts';
import { findAccount } from '../user/find-account.ts';
import { hasApplied } from './submit-application.ts';

export interface Linked {
  readonly applicationIds: readonly string[];
  readonly position: bigint;
}

interface ProvenAccount {
  readonly userId: string;
  readonly email: string;
}

/**
 * Links all applications with an account's proven email, and takes those that another account has without proof. Of two
 * unlinked live ones in one batch, only the first is linked.
 */
export async function linkApplications(
  environment: Environment,
  account: ProvenAccount,
  context: CommandContext,
): Promise<Result<Linked>> {
  const { userId, email } = account;
  const found = await environment.queries.applicationsWithEmail(normalizeEmail(email));
  const batches = new Set<string>();
  const applicationIds: string[] = [];
  let position = 0n;
  for (const { _id, batchId, ...known } of found) {
    if (known.userId === userId) continue;
    const { state } = await load(environment, application, _id);
    if (state.kind !== 'application') continue;
    const isLive = !releasesPlace(state.status);
    const isUnlinked = state.userId === null;
    if (isUnlinked && isLive && (batches.has(batchId) || (await hasApplied(environment, userId, batchId, _id))))
      continue;
    const linked = await linkProven(environment, _id, account, context);
    if (linked === null) continue;
    if (isLive) batches.add(batchId);
    applicationIds.push(_id);
    if (linked > position) position = linked;
  }
  return accept({ applicationIds, position });
}

/**
 * Links one application to the account that has proven its email. Null if the email differs, the application is erased,
 * or it is linked already.
 */
export async function linkProven(
  environment: Environment,
  applicationId: string,
  { userId, email }: ProvenAccount,
  context: CommandContext,
): Promise<bigint | null> {
  const proven = { email, isProven: true };
  const { state } = await load(environment, application, applicationId);
  if (state.kind !== 'application' || !isEmailOf(proven, state.email)) return null;
  const { organizationId, userId: former } = state;
  // Before the append, so that a crash leaves no draft.
  if (former !== null && former !== userId) await removeDraftsAbout(environment, former, applicationId);
  const linked = await handle(
    environment,
    application,
    applicationId,
    (loaded) =>
      accept(
        loaded.state.kind === 'application' && isEmailOf(proven, loaded.state.email)
          ? [{ type: 'LinkUser' as const, data: { userId, isProven: true } }]
          : [],
      ),
    { ...context, organizationId },
  );
  if (!linked.ok) return null;
  const event = linked.value.appended.find(({ type }) => type === 'UserLinked');
  if (event?.type !== 'UserLinked') return null;
  if (event.data.from !== undefined) await removeDraftsAbout(environment, event.data.from, applicationId);
  return linked.value.position;
}

/** Only if an account has proven the application's email. */
export async function linkCorrected(
  environment: Environment,
  applicationId: string,
  context: CommandContext,
): Promise<bigint | null> {
  const { state } = await load(environment, application, applicationId);
  if (state.kind !== 'application' || state.email === null) return null;
  const { userId, state: account } = await findAccount(environment, state.email);
  if (!account.isEmailVerified) return null;
  const command = { ...context, actor: SYSTEM, commandId: uuidV5(context.commandId, 'link') };
  return linkProven(environment, applicationId, { userId, email: state.email }, command);
}
