import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import type { FileReference } from '../../domain/file/file-reference.ts';
import { QUOTAS } from '../../domain/limits/quotas.ts';
import { type SolutionCommand, solution } from '../../domain/solution/solution.ts';
import { applicationOfSolution } from '../../domain/solution/state.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { CommandContext } from '../context/context.ts';
import type { Environment } from '../handling/environment.ts';
import { handle } from '../handling/handle.ts';
import { loadApplicant, refusalOf } from './applicant.ts';
import type { ChangedSolution } from './start-solution.ts';

export async function submitProject(
  environment: Environment,
  { solutionId, submission }: { readonly solutionId: string; readonly submission: FileReference },
  context: CommandContext,
): Promise<Result<ChangedSolution>> {
  const applicationId = applicationOfSolution(solutionId);
  const applicant = await loadApplicant(environment, applicationId);
  if (!applicant) return reject('not-found', TEXTS.access.notFound);
  const command: SolutionCommand = { type: 'SubmitProject', data: { solutionId, submission } };
  const submitted = await handle(
    environment,
    solution,
    applicationId,
    () => refusalOf(applicant, 'SubmitSolution') ?? accept([command]),
    { ...context, organizationId: applicant.application.organizationId },
    { quota: QUOTAS.account.changesOfSolutions },
  );
  return submitted.ok ? accept({ ...submitted.value, solutionId }) : submitted;
}
