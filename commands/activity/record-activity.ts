import { type ActivityEntry, type ActivityState, activity } from '../../domain/activity/activity.ts';
import type { ActivityEvent } from '../../domain/activity/events.ts';
import { application } from '../../domain/application/application.ts';
import { allows } from '../../domain/application/lifecycle.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { viewerOf } from '../../domain/visibility/application-document.ts';
import type { CommandContext } from '../context/context.ts';
import type { Environment } from '../handling/environment.ts';
import { type Handled, handle, load } from '../handling/handle.ts';

export interface RecordActivity {
  readonly applicationId: string;
  readonly entries: readonly ActivityEntry[];
}

/** Records nothing for Owners and Admins (rule 51). The caller has checked permission. */
export async function recordActivity(
  environment: Pick<Environment, 'log'>,
  { applicationId, entries }: RecordActivity,
  context: CommandContext,
): Promise<Result<Handled<ActivityState, ActivityEvent>>> {
  const { state } = await load(environment, application, applicationId);
  if (state.kind !== 'application') return reject('not-found', TEXTS.access.notFound);
  const { organizationId } = state;
  const isAdmin = viewerOf(context.actor, state) === 'admin';
  const isLocked = !isAdmin && !allows('RecordActivity', state.status, 'applicant');
  const command = { type: 'RecordActivity', data: { entries } } as const;
  // A retry gets the recorded answer, even if the application was locked since.
  const commands = () => (isLocked ? reject('refused', TEXTS.applications.locked) : accept(isAdmin ? [] : [command]));
  return handle(environment, activity, applicationId, commands, { ...context, organizationId }, { quota: null });
}
