import { Button, NativeSelect } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import type { Batch } from '../../../../api/contract/batches.ts';
import { textOf } from '../../../../domain/application/field-value.ts';
import { releasesPlace } from '../../../../domain/application/statuses.ts';
import { fieldsForOther } from '../../../../domain/process/import-fields.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { normalizeEmail } from '../../../../domain/values/email.ts';
import { pagePath } from '../../../../domain/values/pages.ts';
import { messageOf, RequestFailed } from '../../shared/api/api-client.ts';
import { call } from '../../shared/api/calls.ts';
import { nameOf } from '../../shared/application/applicant-name.ts';
import { processQuery } from '../../shared/application/process.ts';
import { forgetDraft } from '../../shared/forms/draft.ts';
import { DynamicForm } from '../../shared/forms/dynamic-form.tsx';
import type { Field, Values } from '../../shared/forms/field-errors.ts';
import { HEARD, heardField, NO_TRACKING } from '../../shared/forms/heard.ts';
import { ErrorState } from '../../shared/pages/page-state.tsx';
import { useUser } from '../../shared/session/session.ts';
import { applicationsQuery } from '../../shared/staff-queries/list-queries.ts';
import { Notice, Problem } from '../../shared/ui/notice.tsx';
import { Bone, Loading } from '../../shared/ui/skeleton.tsx';
import classes from './toolbar.module.css';

export function AddApplicant({ id, batches, onClose }: { id: string; batches: readonly Batch[]; onClose: () => void }) {
  const open = batches.filter(({ status }) => status === 'Open');
  const [chosen, setChosen] = useState(open.length === 1 ? open[0]?._id : undefined);
  const [added, setAdded] = useState<readonly ApplicationView[]>([]);
  const heading = useRef<HTMLHeadingElement>(null);
  const batch = open.find(({ _id }) => _id === chosen);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section id={id} className={classes.box} aria-label="Add new applicant">
      <div className={classes.adding}>
        <h2 ref={heading} tabIndex={-1} className={classes.addingTitle}>
          Add new applicant
        </h2>
        {added.map((application) => (
          <Notice key={application._id} meaning="good" role="status">
            {nameOf(application)} has been added.{' '}
            <Link to={pagePath('application', { applicationId: application._id })}>Go to the application</Link>
          </Notice>
        ))}
        {open.length === 0 ? (
          <p className={classes.none}>{TEXTS.dashboard.noOpenBatch}</p>
        ) : (
          <NativeSelect
            label="Batch"
            value={chosen ?? ''}
            onChange={({ currentTarget }) => setChosen(currentTarget.value || undefined)}
            data={[
              { value: '', label: 'Choose a batch', disabled: true },
              ...open.map(({ _id, name }) => ({ value: _id, label: name })),
            ]}
          />
        )}
        {batch && (
          <BatchForm
            key={`${batch._id}:${added.length}`}
            batch={batch}
            onAdded={(application) => {
              setAdded([...added, application]);
              heading.current?.focus();
            }}
          />
        )}
        <div>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        </div>
      </div>
    </section>
  );
}

function BatchForm({ batch, onAdded }: { batch: Batch; onAdded: (application: ApplicationView) => void }) {
  const process = useQuery(processQuery(batch.processId, batch.organizationId));
  const { data: user } = useUser();
  const [openedBy] = useState(user?._id ?? null);
  const draftName = `add.${batch._id}`;
  const adding = useAdding(batch, (application) => {
    forgetDraft(openedBy, draftName);
    onAdded(application);
  });
  const fields = useMemo(
    () =>
      [...fieldsForOther(process.data?.applicationForm.fields ?? []), SOURCE].map((field) => ({
        ...field,
        missing: TEXTS.forms.required,
      })),
    [process.data],
  );
  if (process.isPending) {
    return (
      <Loading label="Loading the form">
        <Bone width="100%" height="12rem" />
      </Loading>
    );
  }
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
  const problems = adding.error instanceof RequestFailed ? adding.error.errors : [];
  return (
    <>
      <p className={classes.none}>{TEXTS.dashboard.onlyNameRequired}</p>
      <DynamicForm
        fields={fields}
        organizationId={batch.organizationId}
        saved={NOTHING_SAVED}
        draftName={draftName}
        submitLabel="Add applicant"
        isBusy={adding.isPending}
        problems={problems}
        onSubmit={(values) => adding.mutate(values)}
      />
      {messageOf(adding.error) === TEXTS.enroll.duplicate ? (
        <AlreadyApplied batch={batch} email={String(adding.variables?.email ?? '')} />
      ) : (
        <Problem error={adding.error && TEXTS.enroll.submitFailed(messageOf(adding.error))} />
      )}
    </>
  );
}
const NOTHING_SAVED: Values = {};
const SOURCE: Field = { ...heardField, label: TEXTS.dashboard.howTheyHeard, required: false };

function AlreadyApplied({ batch, email }: { batch: Batch; email: string }) {
  const { data: applications = [] } = useQuery(applicationsQuery);
  const theirs = applications.find(
    (one) =>
      one.batchId === batch._id &&
      !releasesPlace(one.status) &&
      one.email != null &&
      normalizeEmail(one.email) === normalizeEmail(email),
  );
  return (
    <Notice meaning="attention" role="alert">
      {(theirs && nameOf(theirs)) || email} has already applied to {batch.name}.{' '}
      {theirs && <Link to={pagePath('application', { applicationId: theirs._id })}>Go to the application</Link>}
    </Notice>
  );
}

/** Retries use the same idempotency key, so that one application is created; a refusal needs a new key. */
function useAdding(batch: Batch, onAdded: (application: ApplicationView) => void) {
  const client = useQueryClient();
  const key = useRef(crypto.randomUUID());
  return useMutation({
    mutationFn: ({ [HEARD]: source, ...values }: Values) =>
      call('POST /api/applications', {
        body: {
          ...values,
          tracking: { ...NO_TRACKING, source: source ? textOf(source) : null },
          batchId: batch._id,
          organizationId: batch.organizationId,
        },
        query: { organizationId: batch.organizationId },
        idempotencyKey: key.current,
      }),
    onSuccess: (application) => {
      key.current = crypto.randomUUID();
      onAdded(application);
      void client.invalidateQueries({ queryKey: applicationsQuery.queryKey });
    },
    onError: (error) => {
      if (error instanceof RequestFailed && error.status >= 400 && error.status < 500)
        key.current = crypto.randomUUID();
    },
  });
}
