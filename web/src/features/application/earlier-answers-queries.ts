import { queryOptions } from '@tanstack/react-query';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import { keyOf } from '../../shared/api/calls.ts';
import { applicationQuery } from '../../shared/application/application-query.ts';
import { type Process, processQuery } from '../../shared/application/process.ts';
import { answersOf } from '../../shared/forms/changed-values.ts';
import type { Field, Values } from '../../shared/forms/field-errors.ts';
import { batchQuery } from '../enroll/queries.ts';

export interface EarlierAnswers {
  readonly batchName: string;
  readonly fields: readonly Pick<Field, 'name' | 'label'>[];
  readonly values: Values;
}

const MOST_TRANSFERS = 20;

/** *Your details* shows these. */
export const IN_DETAILS: ReadonlySet<string> = new Set(['email', 'firstName', 'lastName', 'phoneNumber']);

const questionsOf = ({ applicationForm, applicationDetailsSteps = [] }: Process) => [
  ...applicationForm.fields,
  ...applicationDetailsSteps.flatMap((step) => step?.configuration?.fields ?? []),
];

/** Besides *Your details*. */
export const askedBy = (process: Process): ReadonlySet<string> =>
  new Set([...IN_DETAILS, ...questionsOf(process).map(({ name }) => name)]);

/** The answers of a transferred application to questions that its present process does not ask, newest program first. */
export const earlierAnswersQuery = ({ _id, transferredFrom }: ApplicationView, asked: ReadonlySet<string>) =>
  queryOptions({
    queryKey: [...keyOf('/api/applications/{id}', { params: { id: transferredFrom ?? '' } }), 'before', _id, ...asked],
    enabled: Boolean(transferredFrom),
    queryFn: async ({ client }): Promise<readonly EarlierAnswers[]> => {
      const found: EarlierAnswers[] = [];
      const known = new Set(asked);
      let from: string | null | undefined = transferredFrom;
      for (let n = 0; from && n < MOST_TRANSFERS; n += 1) {
        const original = await client.query(applicationQuery(from));
        const batch = await client.query(batchQuery(original.batchId));
        const process = await client.query(processQuery(batch.processId, original.organizationId, original));
        const questions = new Map(questionsOf(process).map((field) => [field.name, field]));
        const values = answersOf([...questions.keys()], original);
        const fields = [...questions.values()].filter(({ name }) => !known.has(name) && values[name] !== '');
        if (fields.length > 0) found.push({ batchName: batch.name, fields, values });
        for (const name of questions.keys()) known.add(name);
        from = original.transferredFrom;
      }
      return found;
    },
  });
