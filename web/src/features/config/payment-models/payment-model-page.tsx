import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useContext, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { BodyOf } from '../../../../../api/contract/endpoint.ts';
import type { Endpoints } from '../../../../../api/contract/endpoints.ts';
import type { Organization } from '../../../../../api/contract/organizations.ts';
import type { PaymentModel } from '../../../../../api/contract/payment-models.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { call, keyOf } from '../../../shared/api/calls.ts';
import { PlanCard } from '../../../shared/application/plan-card.tsx';
import plans from '../../../shared/application/plans.module.css';
import { useDocumentAt } from '../../../shared/as-of/use-past.ts';
import { DeleteButton } from '../../../shared/editor/delete-button.tsx';
import { Deleted } from '../../../shared/editor/deleted.ts';
import { DocumentHistory } from '../../../shared/editor/document-history.tsx';
import { DocumentPage, WhenLoaded } from '../../../shared/editor/document-page.tsx';
import classes from '../../../shared/editor/documents.module.css';
import { type Change, Editor } from '../../../shared/editor/editor.tsx';
import { ReadOnlyFields } from '../../../shared/editor/read-only-fields.tsx';
import { ReadOnlyNotice } from '../../../shared/editor/read-only-notice.tsx';
import { storedChanges, type Values } from '../../../shared/forms/field-errors.ts';
import { NotFound } from '../../../shared/pages/page-state.tsx';
import { FIELDS, modelIn, wordsOf } from './fields.ts';
import { useCanWrite } from './may-write.ts';
import { OffersSection } from './offers-section.tsx';
import { paymentModelQuery, paymentModelsQuery, paymentModelVersionQuery, useOffers } from './queries.ts';
import { Schedule } from './schedule.tsx';

const draftNameOf = ({ _id }: { readonly _id: string }) => `config.paymentModel.${_id}`;
const BACK = 'All payment models';

export function PaymentModelPage({ organization }: { organization: Organization }) {
  const { id = '' } = useParams();
  return id === 'new' ? (
    <NewPaymentModel organization={organization} />
  ) : (
    <ExistingPaymentModel key={id} id={id} organization={organization} />
  );
}

function NewPaymentModel({ organization }: { organization: Organization }) {
  if (!useCanWrite(organization._id)) return <NotFound />;
  return (
    <DocumentPage title="New payment model" back={BACK}>
      <Form organization={organization} />
    </DocumentPage>
  );
}

function ExistingPaymentModel({ id, organization }: { id: string; organization: Organization }) {
  const query = useDocumentAt(id, paymentModelQuery(id), (asOf) => paymentModelsQuery(organization._id, asOf));
  return (
    <WhenLoaded query={query} noun="payment model">
      {(model) => <Loaded organization={organization} model={model} />}
    </WhenLoaded>
  );
}

function Loaded({ organization, model }: { organization: Organization; model: PaymentModel }) {
  const canWrite = useCanWrite(organization._id);
  const offers = useOffers(organization._id)(model._id);
  // What is typed stays in view if another person deletes the model.
  const [isEditable] = useState(!model.isDeleted);
  const isGone = useContext(Deleted) || model.isDeleted;
  return (
    <DocumentPage
      title={model.name}
      back={BACK}
      actions={canWrite && !isGone && !offers.data?.length && <Delete model={model} />}
    >
      {canWrite && isEditable ? (
        <Deleted value={isGone}>
          <Form organization={organization} model={model} offers={<OffersSection offers={offers} canWrite />} />
        </Deleted>
      ) : (
        <ReadOnly model={model} offers={!isGone && <OffersSection offers={offers} canWrite={false} />} />
      )}
    </DocumentPage>
  );
}

function Form({
  organization,
  model,
  offers,
}: {
  organization: Organization;
  model?: PaymentModel;
  offers?: ReactNode;
}) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const save = ({ changes, version, key }: Change): Promise<PaymentModel> => {
    const body = {
      ...storedChanges<BodyOf<Endpoints['changePaymentModel']>>(FIELDS, changes),
      organizationId: organization._id,
    };
    return model && version !== undefined
      ? call('PUT /api/paymentModels/{id}', { params: { id: model._id }, body: { ...body, version } })
      : call('POST /api/paymentModels', { body, idempotencyKey: key });
  };
  const onSaved = (saved: PaymentModel) => {
    client.setQueryData(paymentModelQuery(saved._id).queryKey, saved);
    void client.invalidateQueries({ queryKey: keyOf('/api/paymentModels') });
    if (!model) void navigate(`../${saved._id}`, { replace: true, relative: 'path' });
  };
  return (
    <Editor
      fields={FIELDS}
      organizationId={organization._id}
      document={model}
      versionsPath="/api/paymentModels/{id}/versions"
      read={wordsOf}
      draftName={draftNameOf(model ?? { _id: `new.${organization._id}` })}
      submitLabel={model ? 'Save changes' : 'Create payment model'}
      save={save}
      refresh={() => client.refetchQueries({ queryKey: paymentModelQuery(model?._id ?? '').queryKey, exact: true })}
      failureText={TEXTS.paymentModels.saveFailed}
      onSaved={onSaved}
    >
      {(values, restore) => (
        <>
          <Preview values={values} model={model} />
          {offers}
          {model && <HistoryOf model={model} onRestore={restore} />}
        </>
      )}
    </Editor>
  );
}

function ReadOnly({ model, offers }: { model: PaymentModel; offers: ReactNode }) {
  const words = wordsOf(model);
  return (
    <>
      <ReadOnlyNotice draftName={draftNameOf(model)}>
        {model.isDeleted ? TEXTS.planEditor.deleted : TEXTS.planEditor.ownersOnly}
      </ReadOnlyNotice>
      <ReadOnlyFields fields={FIELDS} values={words} />
      <Preview values={words} model={model} />
      {offers}
      <HistoryOf model={model} />
    </>
  );
}

function Preview({ values, model }: { values: Values; model: PaymentModel | undefined }) {
  const shown = modelIn(values, model);
  if (!shown) {
    return (
      <section className={classes.preview} aria-label="What applicants see">
        <h3>What applicants see</h3>
        <p className={classes.quiet}>{TEXTS.planEditor.enterNumbers}</p>
      </section>
    );
  }
  return (
    <>
      <section className={classes.preview} aria-label="What applicants see">
        <h3>What applicants see</h3>
        <div className={plans.plans}>
          <PlanCard plan={shown} isOwn={false} isChosen={false} isFixed={false} action={null} />
        </div>
      </section>
      <Schedule plan={shown} />
    </>
  );
}

function HistoryOf({ model, onRestore }: { model: PaymentModel; onRestore?: (values: Values) => () => void }) {
  const client = useQueryClient();
  return (
    <DocumentHistory
      path="/api/paymentModels/{id}/versions"
      organizationId={model.organizationId}
      document={model}
      fields={FIELDS}
      readVersion={(version) => client.query(paymentModelVersionQuery(model._id, version))}
      onRestore={onRestore && ((old) => onRestore(wordsOf(old)))}
    />
  );
}

function Delete({ model }: { model: PaymentModel }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return (
    <DeleteButton
      question={TEXTS.planEditor.confirmDelete(model.name)}
      remove={() => call('DELETE /api/paymentModels/{id}', { params: { id: model._id } })}
      onDeleted={async () => {
        await navigate('..', { relative: 'path' });
        await client.invalidateQueries({ queryKey: keyOf('/api/paymentModels') });
      }}
    />
  );
}
