import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { ApplicationView } from '../../../../../api/contract/applications.ts';
import type { Solution } from '../../../../../api/contract/solutions.ts';
import { CORE_ANSWERS, FACT_MEMBERS } from '../../../../../domain/application/core-fields.ts';
import type { FieldValue } from '../../../../../domain/application/events.ts';
import type { ApplicationStatus } from '../../../../../domain/application/statuses.ts';
import type { ProcessConfig } from '../../../../../domain/process/config.ts';
import { fieldNamesOf } from '../../../../../domain/process/fields.ts';
import { applicationQuery } from '../../../shared/application/application-query.ts';
import { isStoredFile } from '../../../shared/files/files.ts';
import { solutionsQuery } from './queries.ts';

export type Answers = Readonly<Record<string, FieldValue | null>>;

export interface PreviewFacts {
  readonly status: ApplicationStatus;
  readonly answers: Answers;
  readonly planId: string | null;
  /** Assessments with a submitted solution. */
  readonly submitted: readonly string[];
}

const SAMPLE: PreviewFacts = {
  status: 'NEW',
  answers: { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', phoneNumber: '+63 2 555 0100' },
  planId: null,
  submitted: [],
};

/** What the preview shows: sample values or those of a real applicant, with what is tried out on top. Nothing is stored. */
export function usePreviewFacts(config: ProcessConfig) {
  const [personId, setPersonId] = useState<string | null>(null);
  const [tried, setTried] = useState<Partial<PreviewFacts>>({});
  const enabled = personId !== null;
  const application = useQuery({ ...applicationQuery(personId ?? ''), enabled });
  const solutions = useQuery({ ...solutionsQuery(personId ?? ''), enabled });
  const person = application.data;
  const real = useMemo(
    () => (person && solutions.data ? factsOfPerson(person, solutions.data, config) : null),
    [person, solutions.data, config],
  );
  const base = personId === null ? SAMPLE : real;
  const facts = useMemo(
    (): PreviewFacts => ({
      ...(base ?? SAMPLE),
      ...tried,
      answers: { ...(base ?? SAMPLE).answers, ...tried.answers },
    }),
    [base, tried],
  );
  const attempt = useCallback(
    (next: Partial<PreviewFacts>) =>
      setTried((before) => ({ ...before, ...next, answers: { ...before.answers, ...next.answers } })),
    [],
  );
  return {
    facts,
    /** Null for sample values, or until the applicant is loaded. */
    person: personId === null ? null : (person ?? null),
    solutions: personId === null ? undefined : solutions.data,
    isPerson: personId !== null,
    isLoading: base === null,
    error: application.error ?? solutions.error,
    choose: (id: string | null) => {
      setPersonId(id);
      setTried({});
    },
    attempt,
    reset: () => setTried({}),
  };
}

function factsOfPerson(
  application: ApplicationView,
  solutions: readonly Solution[],
  config: ProcessConfig,
): PreviewFacts {
  const names = [...Object.keys(CORE_ANSWERS), ...FACT_MEMBERS, ...fieldNamesOf(config)];
  const answers = names.flatMap((name): [string, FieldValue][] => {
    const value = Object.hasOwn(application, name) ? application[name] : null;
    return typeof value === 'string' || isStoredFile(value) ? [[name, value]] : [];
  });
  return {
    status: application.status,
    answers: Object.fromEntries(answers),
    planId: application.selectedPaymentModelId ?? null,
    submitted: solutions.flatMap(({ assessmentId, submittedAt, isRetaken }) =>
      submittedAt !== null && !isRetaken ? [assessmentId] : [],
    ),
  };
}
