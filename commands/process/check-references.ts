import { assessment } from '../../domain/assessment/assessment.ts';
import { accept, type FieldError, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { paymentModel } from '../../domain/payment-model/payment-model.ts';
import type { ProcessConfig } from '../../domain/process/config.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Environment } from '../handling/environment.ts';
import { load } from '../handling/handle.ts';

type Lists = 'availablePaymentModels' | 'assessmentIds';

/** Applicants may read what a process offers, so only its own organization's. What it offered `before` can stay. */
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

/** References per lookup. The search ends at the first lookup with missing ones. */
const AT_ONCE = 100;

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
  const ids = [...new Set(added.map(({ id }) => id))];
  const missing = new Set<string>();
  for (let at = 0; at < ids.length && missing.size === 0; at += AT_ONCE) {
    await Promise.all(
      ids.slice(at, at + AT_ONCE).map(async (id) => {
        if (!(await isThere(id))) missing.add(id);
      }),
    );
  }
  return added.flatMap(({ id, path }) => (missing.has(id) ? [path] : []));
}
