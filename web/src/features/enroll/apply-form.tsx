import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import type { Batch } from '../../../../api/contract/batches.ts';
import { CORE_VALUE_NAMES } from '../../../../domain/application/core-fields.ts';
import { textOf } from '../../../../domain/application/field-value.ts';
import { SetPassword } from '../../shared/accounts/set-password.tsx';
import { RequestFailed } from '../../shared/api/api-client.ts';
import { type Process, processQuery } from '../../shared/application/process.ts';
import { forgetDraft } from '../../shared/forms/draft.ts';
import { DynamicForm } from '../../shared/forms/dynamic-form.tsx';
import type { Field, Values } from '../../shared/forms/field-errors.ts';
import { heardField } from '../../shared/forms/heard.ts';
import { ErrorState } from '../../shared/pages/page-state.tsx';
import { useUser } from '../../shared/session/session.ts';
import { forgetSubmitted, type Submitted } from '../../shared/session/submitted.ts';
import { isHeldUp } from '../../shared/ui/online.tsx';
import { Unbroken } from '../../shared/ui/unbroken.tsx';
import { carryPerson, draftOf } from './carry-person.ts';
import { CheckAnswers } from './check-answers.tsx';
import classes from './enroll.module.css';
import { FormSkeleton } from './form-skeleton.tsx';
import { myApplicationsQuery } from './queries.ts';
import { SubmitProblem } from './submit-problem.tsx';
import { ThankYou } from './thank-you.tsx';
import { visit } from './tracking.ts';
import { isDuplicate, useSubmission } from './use-submission.ts';

const TITLE_ID = 'form-title';

/** Prefills the form's fields from the account; nothing is sent that the form does not show. */
function useKnown(fields: readonly Field[]): Values {
  const { data: user } = useUser();
  const { data: mine } = useQuery({ ...myApplicationsQuery, enabled: Boolean(user) });
  if (!user) return {};
  const last = mine?.at(-1);
  const known: Record<string, string | null | undefined> = { email: user.email };
  for (const name of CORE_VALUE_NAMES) known[name] = last?.[name];
  return Object.fromEntries(fields.flatMap(({ name }) => (known[name] ? [[name, known[name]]] : [])));
}

/**
 * Checking the answers is an entry of the browser's history. It is left for good when the answers are edited again:
 * the entry must not show older answers.
 */
function useChecking(onLeft: () => void) {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const [round, setRound] = useState(() => crypto.randomUUID());
  const isChecking = (state as { checks?: string } | null)?.checks === round;
  const wasChecking = useRef(false);
  const leave = useEffectEvent(() => {
    setRound(crypto.randomUUID());
    onLeft();
  });
  useEffect(() => {
    if (wasChecking.current && !isChecking) leave();
    wasChecking.current = isChecking;
  }, [isChecking]);
  return {
    isChecking,
    check: () =>
      void navigate(pathname + search, { state: { checks: round }, replace: isChecking, preventScrollReset: true }),
    edit: () => void navigate(-1),
  };
}

function Filling({
  batch,
  chosenBefore,
  process,
  onFormShown,
  onDone,
}: {
  batch: Batch;
  chosenBefore: string | null;
  process: Process;
  onFormShown: (batchId: string) => void;
  onDone: (sent: ApplicationView) => void;
}) {
  useEffect(() => onFormShown(batch._id), [onFormShown, batch._id]);
  const { data: user } = useUser();
  const draftName = draftOf(batch._id);
  // The draft belongs to the person who opened the page, even if their session ends meanwhile.
  const [openedBy] = useState(user?._id ?? null);
  const [answers, setAnswers] = useState<Values>();
  const submission = useSubmission(batch, (application) => {
    forgetDraft(openedBy, draftName);
    onDone(application);
  });
  const fields = useMemo(() => {
    const isMediumKnown = visit.of(batch.organizationId).medium !== null;
    return isMediumKnown ? process.applicationForm.fields : [...process.applicationForm.fields, heardField];
  }, [process, batch.organizationId]);
  const known = useKnown(fields);
  useState(() => carryPerson({ userId: openedBy, from: chosenBefore, to: batch._id, fields, known }));
  const { isChecking, check, edit } = useChecking(() => {
    submission.withdraw();
    requestAnimationFrame(() => document.getElementById(TITLE_ID)?.focus());
  });
  const problems = submission.error instanceof RequestFailed ? submission.error.errors : [];
  const isFieldProblem = problems.length > 0 && !isDuplicate(submission.error);

  if (answers && isChecking && !isFieldProblem) {
    return (
      <CheckAnswers
        fields={fields}
        values={answers}
        isBusy={submission.isPending && !submission.isPaused}
        isWaiting={isHeldUp(submission)}
        problem={<SubmitProblem error={submission.error} batch={batch} email={textOf(answers.email ?? '')} />}
        onSend={() => submission.send(answers)}
        onBack={edit}
      />
    );
  }
  return (
    <>
      <Title order={2} tabIndex={-1} id={TITLE_ID}>
        <Unbroken text={process.applicationForm.title || `Apply to ${batch.name}`} />
      </Title>
      <p className={classes.lead}>
        For <strong>{batch.name}</strong>. You can check your answers before you send them. Questions marked{' '}
        <span data-required-mark>*</span> are required.
      </p>
      <DynamicForm
        fields={fields}
        organizationId={batch.organizationId}
        saved={known}
        typed={answers}
        draftName={draftName}
        submitLabel="Check your answers"
        onSubmit={(values) => {
          submission.reset();
          setAnswers(values);
          check();
        }}
        {...(isFieldProblem ? { problems } : {})}
      />
    </>
  );
}

function Sent({ submitted, process }: { submitted: Submitted; process: Process }) {
  const { data: user } = useUser();
  // State of the first render: signing up here must not remove the password form before the application is linked.
  const [asksForPassword] = useState(!user && process.requestSignup);
  return (
    <ThankYou
      submitted={submitted}
      isSignedIn={Boolean(user) && !asksForPassword}
      isByEmail={!user && !asksForPassword}
    >
      {asksForPassword && (
        <SetPassword
          applicationId={submitted._id}
          email={submitted.email ?? ''}
          onLinked={() => forgetSubmitted(submitted.batchId)}
        />
      )}
    </ThankYou>
  );
}

export function ApplyForm({
  batch,
  chosenBefore,
  submitted,
  onFormShown,
  onSubmitted,
}: {
  batch: Batch;
  /** The program that was chosen on this page before. */
  chosenBefore: string | null;
  submitted: Submitted | null;
  onFormShown: (batchId: string) => void;
  onSubmitted: (application: ApplicationView) => void;
}) {
  const user = useUser();
  const process = useQuery(processQuery(batch.processId, batch.organizationId));
  if (process.isPending || user.isPending) {
    return <FormSkeleton />;
  }
  // An open form stays open when a refetch fails.
  if (!process.data) {
    return (
      <ErrorState
        order={2}
        title="The form could not be loaded"
        error={process.error}
        onRetry={() => void process.refetch()}
      />
    );
  }
  return submitted ? (
    <Sent submitted={submitted} process={process.data} />
  ) : (
    <Filling
      batch={batch}
      chosenBefore={chosenBefore}
      process={process.data}
      onFormShown={onFormShown}
      onDone={onSubmitted}
    />
  );
}
