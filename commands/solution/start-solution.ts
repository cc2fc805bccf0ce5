import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { QUOTAS } from '../../domain/limits/quotas.ts';
import type { SolutionEvent } from '../../domain/solution/events.ts';
import { type SolutionCommand, solution } from '../../domain/solution/solution.ts';
import { currentSolution, type Solutions } from '../../domain/solution/state.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { CommandContext } from '../context/context.ts';
import type { Environment } from '../handling/environment.ts';
import { type Handled, handle } from '../handling/handle.ts';
import { isOffered, loadApplicant, loadAssessment, refusalOf } from './applicant.ts';

export type ChangedSolution = Handled<Solutions, SolutionEvent> & { readonly solutionId: string };

export async function startSolution(
  environment: Environment,
  { applicationId, assessmentId }: { readonly applicationId: string; readonly assessmentId: string },
  context: CommandContext,
): Promise<Result<ChangedSolution>> {
  const applicant = await loadApplicant(environment, applicationId);
  if (!applicant) return reject('not-found', TEXTS.access.notFound);
  const assessed = await loadAssessment(environment, applicant, assessmentId);
  const started = await handle(
    environment,
    solution,
    applicationId,
    ({ state }) => {
      const refusal = refusalOf(applicant, 'StartSolution');
      if (refusal) return refusal;
      if (!assessed || !isOffered(applicant, state, assessmentId)) {
        const message = TEXTS.assessments.notOffered;
        return reject('refused', message, [{ field: 'assessmentId', message }]);
      }
      const { terms } = assessed;
      return accept<SolutionCommand[]>([{ type: 'StartSolution', data: { applicationId, terms } }]);
    },
    { ...context, organizationId: applicant.application.organizationId },
    { quota: QUOTAS.account.changesOfSolutions },
  );
  if (!started.ok) return started;
  const current = currentSolution(started.value.state, assessmentId);
  if (!current) throw new Error(`A solution of ${applicationId} was started but cannot be found`);
  return accept({ ...started.value, solutionId: current._id });
}
