import type { Question } from '../../domain/assessment/events.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { LIMITS } from '../../domain/limits/limits.ts';
import { listErrors, listOf } from '../../domain/limits/list-limits.ts';
import { QUOTAS } from '../../domain/limits/quotas.ts';
import type { SolutionEvent } from '../../domain/solution/events.ts';
import { type SolutionCommand, solution } from '../../domain/solution/solution.ts';
import { applicationOfSolution, findSolution, type Solution, type Solutions } from '../../domain/solution/state.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { CommandContext } from '../context/context.ts';
import { diffDocument, type FieldShapes, type JsonObject, rejectConflicts } from '../handling/diff-document.ts';
import type { Environment } from '../handling/environment.ts';
import { handle, type Loaded } from '../handling/handle.ts';
import { loadApplicant, loadQuestions, loadSolutions, refusalOf } from './applicant.ts';
import type { ChangedSolution } from './start-solution.ts';

export interface ChangeSolution {
  readonly solutionId: string;
  readonly payload: {
    readonly version?: number | null | undefined;
    readonly answers?: readonly (string | null)[] | null | undefined;
    readonly submittedAt?: string | null | undefined;
    readonly isRetaken?: boolean | null | undefined;
  };
}

/** Answers, then submission, then a retake, all or nothing. */
export async function changeSolution(
  environment: Environment,
  { solutionId, payload }: ChangeSolution,
  context: CommandContext,
): Promise<Result<ChangedSolution>> {
  const applicationId = applicationOfSolution(solutionId);
  const applicant = await loadApplicant(environment, applicationId);
  const before = applicant && findSolution(await loadSolutions(environment, applicationId), solutionId);
  if (!applicant || !before) return reject('not-found', TEXTS.access.notFound);
  const questions = await loadQuestions(environment, before);
  const changed = await handle(
    environment,
    solution,
    applicationId,
    (loaded) => {
      const wanted = commandsFor(loaded, solutionId, payload, questions);
      if (!wanted.ok || wanted.value.length === 0) return wanted;
      return refusalOf(applicant, 'SubmitSolution') ?? wanted;
    },
    { ...context, organizationId: applicant.application.organizationId },
    { quota: QUOTAS.account.changesOfSolutions },
  );
  return changed.ok ? accept({ ...changed.value, solutionId }) : changed;
}

function commandsFor(
  { state, events, revision }: Loaded<Solutions, SolutionEvent>,
  solutionId: string,
  { version = null, ...payload }: ChangeSolution['payload'],
  questions: readonly Question[],
): Result<readonly SolutionCommand[]> {
  if (version !== null && version > revision) {
    const message = TEXTS.documents.versionUnknown;
    return reject('malformed', message, [{ field: 'version', message }]);
  }
  const current = findSolution(state, solutionId);
  if (!current) return reject('not-found', TEXTS.access.notFound);
  const tooLong = listErrors(payload, ANSWERS, current)[0];
  if (tooLong) return reject('refused', tooLong.message, [tooLong]);
  const past = events
    .filter((event) => version !== null && event.revision <= version)
    .reduce(solution.evolve, solution.initial);
  const base = findSolution(past, solutionId);
  const { changes, conflicts } = diffDocument({
    ...(base ? { base: editableOf(base) } : {}),
    current: editableOf(current),
    payload: readPayload(payload, current),
    fields: shapesOf(current),
  });
  if (conflicts.length > 0) return rejectConflicts(conflicts);

  const commands: SolutionCommand[] = [];
  for (const change of changes) {
    if (change.kind === 'nested') {
      const answers = Object.fromEntries(
        change.changes.flatMap((one) => (one.kind === 'set' ? [[one.field, one.value]] : [])),
      );
      commands.push({ type: 'SaveAnswers', data: { solutionId, answers, questions } });
    } else if (change.kind === 'set' && change.value !== true) {
      return reject('refused', TEXTS.assessments.isSubmitted);
    } else if (change.field === 'isSubmitted') {
      commands.push({ type: 'SubmitQuiz', data: { solutionId, questions } });
    } else commands.push({ type: 'Retake', data: { solutionId } });
  }
  return accept(commands);
}

const ANSWERS = { answers: listOf('A solution', 'answers', LIMITS.questions) };

/** So that answers to different questions do not conflict. */
const byPlace = (answers: readonly unknown[]): JsonObject => Object.fromEntries(answers.entries());

const editableOf = ({ answers, submittedAt, isRetaken }: Solution): JsonObject => ({
  answers: byPlace(answers),
  isSubmitted: submittedAt !== null,
  isRetaken,
});

const shapesOf = ({ answers }: Solution): FieldShapes => ({
  answers: { object: Object.fromEntries(answers.map((_, place) => [place, 'value'])) },
  isSubmitted: 'value',
  isRetaken: 'value',
});

const readPayload = (
  { answers, submittedAt, isRetaken }: ChangeSolution['payload'],
  current: Solution,
): JsonObject => ({
  ...(answers === undefined ? {} : { answers: byPlace(answers ?? current.answers.map(() => null)) }),
  ...(submittedAt === undefined ? {} : { isSubmitted: submittedAt !== null }),
  ...(isRetaken === undefined ? {} : { isRetaken: isRetaken === true }),
});
