import { assessment } from '../../domain/assessment/assessment.ts';
import { accept, type FieldError, type Result, reject } from '../../domain/decision.ts';
import { paymentModel } from '../../domain/payment-model/payment-model.ts';
import type { ProcessConfig } from '../../domain/process/config.ts';
import { TEXTS } from '../../domain/texts.ts';
import type { Environment } from '../environment.ts';
import { load } from '../handle.ts';

type Lists = 'availablePaymentModels' | 'assessmentIds';

/**
 * A process offers what its own organization has: applicants may read what is offered to them. What it offered `before` can
 * stay.
 */
export async function checkReferences(
  environment: Pick<Environment, 'log'>,
  organizationId: string,
  after: ProcessConfig,
  before?: ProcessConfig,
): Promise<Result<null>> {
  const isModel = async (id: string) => {
    const { state } = await load(environment, paymentModel, id);
    return state.kind === 'document' && state.organizationId === organizationId;
  };
  const isAssessment = async (id: string) => {
    const { state } = await load(environment, assessment, id);
    return state.kind === 'document' && state.organizationId === organizationId;
  };
  const [models, assessments] = await Promise.all([
    missingFrom('availablePaymentModels', isModel, after, before),
    missingFrom('assessmentIds', isAssessment, after, before),
  ]);
  const errors: FieldError[] = [
    ...models.map((field) => ({ field, message: TEXTS.processes.paymentModelMissing })),
    ...assessments.map((field) => ({ field, message: TEXTS.batches.assessmentMissing })),
  ];
  const [first] = errors;
  return first ? reject('refused', `${first.field}: ${first.message}`, errors) : accept(null);
}

async function missingFrom(
  list: Lists,
  isThere: (id: string) => Promise<boolean>,
  after: ProcessConfig,
  before: ProcessConfig | undefined,
): Promise<readonly string[]> {
  const kept = new Set(before?.applicationDetailsSteps.flatMap((step) => step[list] ?? []));
  const added = after.applicationDetailsSteps.flatMap((step, index) =>
    (step[list] ?? []).flatMap((id, at) =>
      kept.has(id) ? [] : [{ id, path: `applicationDetailsSteps[${index}].${list}[${at}]` }],
    ),
  );
  const found = await Promise.all(added.map(({ id }) => isThere(id)));
  return added.flatMap(({ path }, index) => (found[index] ? [] : [path]));
}
