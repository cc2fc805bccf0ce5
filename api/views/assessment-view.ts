import { loadQuestions } from '../../commands/solution/applicant.ts';
import type { SealedSecrets } from '../../commands/vault/sealed-secrets.ts';
import type { Actor } from '../../domain/access/actor.ts';
import { can } from '../../domain/access/policy.ts';
import { currentSolution } from '../../domain/solution/state.ts';
import { maskSecret } from '../../domain/values/secret-mask.ts';
import type { AssessmentDocument } from '../../projections/assessments.ts';
import type { Services } from '../composition/services.ts';
import type { Assessment } from '../contract/assessments.ts';

/** As staff see it; members who may edit it see the end of the secret. */
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

/** Without the correct answers. The questions appear once the clock runs, as they were then, because they are graded so. */
export async function applicantAssessmentView(
  document: AssessmentDocument,
  applicationId: string,
  { readModels, environment }: Pick<Services, 'readModels' | 'environment'>,
): Promise<Assessment> {
  const taken = await readModels.solutions.get(applicationId);
  const current = taken && currentSolution(taken, document._id);
  const { _pos, isDeleted, messagingSecretId, questions, ...shown } = document;
  if (!current) return { ...shown, questionCount: questions.length };
  const asked = (await loadQuestions(environment, current)).map(({ options, ...question }) => ({
    ...question,
    options: options.map(({ _id, value }) => ({ _id, value })),
  }));
  return { ...shown, questionCount: asked.length, questions: asked };
}

export const inOrderOfCreation = (one: AssessmentDocument, other: AssessmentDocument): number =>
  one.createdAt.localeCompare(other.createdAt) || one._id.localeCompare(other._id);
