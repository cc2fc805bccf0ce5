import type { Actor } from '../../domain/access/actor.ts';
import { type Result, reject } from '../../domain/event-sourcing/decision.ts';
import type { SolutionEvent } from '../../domain/solution/events.ts';
import { type SolutionCommand, solution } from '../../domain/solution/solution.ts';
import type { Solutions } from '../../domain/solution/state.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { CommandContext } from '../context/context.ts';
import type { Environment } from '../handling/environment.ts';
import { type Handled, handle } from '../handling/handle.ts';
import { loadApplicant, loadAssessment } from './applicant.ts';

export const PROVIDER: Actor = { kind: 'provider', roles: [], isCreator: false };

/** A current result stays. */
export async function reportResult(
  environment: Environment,
  result: { readonly applicationId: string; readonly assessmentId: string; readonly detailsUrl: string | null },
  context: CommandContext,
): Promise<Result<Handled<Solutions, SolutionEvent>>> {
  const { applicationId, assessmentId, detailsUrl } = result;
  const applicant = await loadApplicant(environment, applicationId);
  const assessed = applicant && (await loadAssessment(environment, applicant, assessmentId));
  if (!assessed) return reject('not-found', TEXTS.access.notFound);
  const command: SolutionCommand = {
    type: 'ReportResult',
    data: { applicationId, terms: assessed.terms, detailsUrl },
  };
  return handle(environment, solution, applicationId, [command], context);
}
