import { application } from '../../domain/application/application.ts';
import type { ApplicationEvent } from '../../domain/application/events.ts';
import type { Application, ApplicationState } from '../../domain/application/state.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { mayBeFollowed } from '../../domain/payment-account/followed.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { WantedChanges } from '../application/application-changes.ts';
import { commandsOf } from '../application/application-changes.ts';
import { hasPlace, prepare } from '../application/prepare-change.ts';
import type { CommandContext } from '../context/context.ts';
import type { Environment } from '../handling/environment.ts';
import { type Handled, handle, type Loaded } from '../handling/handle.ts';
import { followApplication } from '../payment-account/follow-application.ts';

export type LoadedApplication = Loaded<ApplicationState, ApplicationEvent>;

export type RowChange = Partial<Pick<WantedChanges, 'status' | 'statusSince' | 'assigneeId' | 'values'>>;

/** Under the rules of a PUT; `refusalOf` is asked again for the state of the decision. */
export async function setRow(
  environment: Environment,
  {
    applicationId,
    loaded,
    state,
    change,
    refusalOf,
  }: {
    readonly applicationId: string;
    readonly loaded: LoadedApplication;
    readonly state: Application;
    readonly change: RowChange;
    readonly refusalOf: (fresh: LoadedApplication) => string | null;
  },
  context: CommandContext,
): Promise<Result<Handled<ApplicationState, ApplicationEvent>>> {
  const wanted: WantedChanges = { values: {}, addedComments: [], deletedCommentIds: [], followUps: [], ...change };
  const input = { applicationId, payload: {}, holdsClaim: false, account: null };
  const prepared = await prepare(environment, { input, state, wanted }, context);
  if (!prepared.ok) return prepared;
  const set = await handle(
    environment,
    application,
    applicationId,
    (fresh) => {
      const refusal = refusalOf(fresh);
      if (refusal !== null) return reject('refused', refusal);
      if (fresh.state.kind !== 'application' || !hasPlace(fresh.state, wanted, prepared.value)) {
        return reject('conflict', TEXTS.documents.busy);
      }
      return accept(commandsOf(wanted, input.account, null, context));
    },
    context,
    { loaded },
  );
  if (set.ok && set.value.appended.some(mayBeFollowed)) await followApplication(environment, applicationId, context);
  return set;
}
