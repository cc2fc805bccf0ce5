import { maskSecret, type SealedSecrets } from '../../commands/vault/sealed-secrets.ts';
import type { Actor } from '../../domain/actor.ts';
import { can } from '../../domain/policy.ts';
import { currentSolution } from '../../domain/solution/state.ts';
import type { AssessmentDocument } from '../../projections/assessments.ts';
import type { Assessment } from '../contract/assessments.ts';
import type { ReadModels } from '../read-models.ts';

/** An assessment as staff read it; those who write it see that a secret is set, and its end (D33). */
export async function assessmentView(
  { _pos, isDeleted, messagingSecretId, ...shown }: AssessmentDocument,
  actor: Actor,
  secrets: SealedSecrets,
): Promise<Assessment> {
  const view = { ...shown, questionCount: shown.questions.length };
  if (!can(actor, 'assessment.write', { organizationId: shown.organizationId })) return view;
  const secret = messagingSecretId === null ? undefined : await secrets.get(messagingSecretId);
  return { ...view, messagingSecretToken: secret === undefined ? null : maskSecret(secret) };
}

/**
 * What an applicant sees: never what is right, and the questions only once their clock runs, as they were when it began, for
 * they are graded by those (D26).
 */
export async function candidateView(
  document: AssessmentDocument,
  applicationId: string,
  { assessments, solutions }: Pick<ReadModels, 'assessments' | 'solutions'>,
): Promise<Assessment> {
  const taken = await solutions.get(applicationId);
  const current = taken && currentSolution(taken, document._id);
  const held = current && (await assessments.asOf(document._id, current.startedAt));
  const { _pos, isDeleted, messagingSecretId, questions, ...shown } = document;
  if (!held) return { ...shown, questionCount: questions.length };
  const asked = held.questions.map(({ options, ...question }) => ({
    ...question,
    options: options.map(({ _id, value }) => ({ _id, value })),
  }));
  return { ...shown, questionCount: asked.length, questions: asked };
}

/** The oldest first. */
export const inOrderOfCreation = (one: AssessmentDocument, other: AssessmentDocument): number =>
  one.createdAt.localeCompare(other.createdAt) || one._id.localeCompare(other._id);
