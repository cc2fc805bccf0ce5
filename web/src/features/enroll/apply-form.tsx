import { Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { Application } from '../../../../api/contract/applications.ts';
import type { Batch } from '../../../../api/contract/batches.ts';
import { textOf } from '../../../../domain/application/field-value.ts';
import { TEXTS } from '../../../../domain/texts.ts';
import { messageOf, RequestFailed } from '../../shared/api-client.ts';
import { call } from '../../shared/calls.ts';
import { loginLink } from '../../shared/login-link.ts';
import { Notice } from '../../shared/notice.tsx';
import { SENT_WHEN_BACK, useWithdrawWaiting } from '../../shared/online.tsx';
import { ErrorState } from '../../shared/page-state.tsx';
import { type Process, processQuery } from '../../shared/process.ts';
import { useUser } from '../../shared/session.ts';
import { useDraft } from '../forms/draft.ts';
import { DynamicForm } from '../forms/dynamic-form.tsx';
import type { Values } from '../forms/field-errors.ts';
import { CheckAnswers } from './check-answers.tsx';
import classes from './enroll.module.css';
import { FormSkeleton } from './form-skeleton.tsx';
import { SetPassword } from './set-password.tsx';
import type { Submitted } from './submitted.ts';
import { ThankYou } from './thank-you.tsx';
import { HEARD, heardField, trackingOfVisit, withHeard } from './tracking.ts';

const TITLE_ID = 'form-title';

const isDuplicate = (error: unknown): boolean => messageOf(error).includes(TEXTS.enroll.duplicateMark);

function SubmitProblem({ error, batch }: { error: unknown; batch: Batch }) {
  const { pathname } = useLocation();
  if (!error) return null;
  return (
    <Notice meaning="problem" role="alert">
      {isDuplicate(error) ? (
        <>
          {TEXTS.enroll.duplicateOf(batch.name)} <Link to={loginLink(`${pathname}?batchId=${batch._id}`)}>Log in</Link>
        </>
      ) : (
        TEXTS.enroll.submitFailed(messageOf(error))
      )}
    </Notice>
  );
}

const submissionKey = (batch: Batch) => ['submit', batch._id];

function useSubmission(batch: Batch, onDone: (application: Application) => void) {
  const client = useQueryClient();
  const key = useRef(crypto.randomUUID());
  return useMutation({
    ...SENT_WHEN_BACK,
    mutationKey: submissionKey(batch),
    mutationFn: ({ [HEARD]: heard, ...answers }: Values) =>
      call('submitApplication', {
        body: {
          ...answers,
          batchId: batch._id,
          organizationId: batch.organizationId,
          tracking: withHeard(trackingOfVisit(batch.organizationId, location.search), heard && textOf(heard)),
        },
        query: { organizationId: batch.organizationId },
        idempotencyKey: key.current,
      }),
    onSuccess: (application) => {
      onDone(application);
      void client.invalidateQueries({ queryKey: ['applications'] });
      void client.invalidateQueries({ queryKey: ['user'] });
    },
    onError: (error) => {
      // A refusal is final for its key; only an unknown outcome must be repeated as the same command.
      if (error instanceof RequestFailed && error.status >= 400 && error.status < 500)
        key.current = crypto.randomUUID();
    },
  });
}

function Filling({ batch, process, onDone }: { batch: Batch; process: Process; onDone: (sent: Application) => void }) {
  const { data: user } = useUser();
  const draftName = `apply.${batch._id}`;
  const draft = useDraft(draftName);
  const [answers, setAnswers] = useState<Values>();
  const [isChecking, setIsChecking] = useState(false);
  const submission = useSubmission(batch, (application) => {
    draft.forget();
    onDone(application);
  });
  const withdrawWaiting = useWithdrawWaiting(submissionKey(batch));
  const fields = useMemo(() => {
    const isMediumKnown = trackingOfVisit(batch.organizationId, location.search).medium !== null;
    return isMediumKnown ? process.applicationForm.fields : [...process.applicationForm.fields, heardField];
  }, [process, batch.organizationId]);
  const problems = submission.error instanceof RequestFailed ? submission.error.errors : [];
  const isFieldProblem = problems.length > 0 && !isDuplicate(submission.error);

  if (answers && isChecking && !isFieldProblem) {
    return (
      <CheckAnswers
        fields={fields}
        values={answers}
        isBusy={submission.isPending && !submission.isPaused}
        isWaiting={submission.isPaused}
        problem={<SubmitProblem error={submission.error} batch={batch} />}
        onSend={() => {
          withdrawWaiting();
          submission.mutate(answers);
        }}
        onBack={() => {
          withdrawWaiting();
          submission.reset();
          setIsChecking(false);
          requestAnimationFrame(() => document.getElementById(TITLE_ID)?.focus());
        }}
      />
    );
  }
  return (
    <>
      <Title order={2} tabIndex={-1} id={TITLE_ID}>
        {process.applicationForm.title || `Apply to ${batch.name}`}
      </Title>
      <p className={classes.lead}>
        For <strong>{batch.name}</strong>. You can check everything before it is sent. Questions with{' '}
        <span data-required-mark>*</span> need an answer.
      </p>
      <DynamicForm
        fields={fields}
        organizationId={batch.organizationId}
        saved={user ? { email: user.email } : {}}
        typed={answers}
        draftName={draftName}
        submitLabel="Check your answers"
        onSubmit={(values) => {
          submission.reset();
          setAnswers(values);
          setIsChecking(true);
        }}
        {...(isFieldProblem ? { problems } : {})}
      />
    </>
  );
}

function Sent({ submitted, process }: { submitted: Submitted; process: Process }) {
  const { data: user } = useUser();
  // Decided once: signing up here must not take the password form away before the application is linked.
  const [asksForPassword] = useState(!user && process.requestSignup);
  return (
    <ThankYou submitted={submitted} isSignedIn={Boolean(user) && !asksForPassword}>
      {asksForPassword && <SetPassword submitted={submitted} />}
    </ThankYou>
  );
}

/** Applying to one program: fill in, check, send, and (without an account) set a password. */
export function ApplyForm({
  batch,
  submitted,
  onSubmitted,
}: {
  batch: Batch;
  submitted: Submitted | null;
  onSubmitted: (application: Application) => void;
}) {
  const user = useUser();
  const process = useQuery(processQuery(batch.processId, batch.organizationId));
  if (process.isPending || user.isPending) {
    return <FormSkeleton />;
  }
  if (process.isError) {
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
    <Filling batch={batch} process={process.data} onDone={onSubmitted} />
  );
}
