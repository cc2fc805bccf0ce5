import { Button, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Organization } from '../../../../../api/contract/organizations.ts';
import type { PaymentModel } from '../../../../../api/contract/payment-models.ts';
import { formatMoney } from '../../../shared/application/money.ts';
import { planWords } from '../../../shared/application/plan-words.ts';
import classes from '../../../shared/editor/documents.module.css';
import { plainText } from '../../../shared/markdown/plain-text.ts';
import { EmptyState, ErrorState, usePageTitle } from '../../../shared/pages/page-state.tsx';
import { Bone, Loading } from '../../../shared/ui/skeleton.tsx';
import { useCanWrite } from './may-write.ts';
import type { Offer } from './offers.ts';
import { paymentModelsQuery, useOffers } from './queries.ts';

const PREVIEW_LENGTH = 200;
const preview = (text: string): string =>
  text.length > PREVIEW_LENGTH ? `${text.slice(0, PREVIEW_LENGTH).trimEnd()}…` : text;

export function PaymentModelList({ organization }: { organization: Organization }) {
  usePageTitle('Payment models');
  const canWrite = useCanWrite(organization._id);
  const { data: models, error, refetch } = useQuery(paymentModelsQuery(organization._id));
  const offersFor = useOffers(organization._id);
  const create = canWrite && (
    <Button component={Link} to="new" size="sm">
      New payment model
    </Button>
  );
  return (
    <section className={classes.page}>
      <div className={classes.head}>
        <Title order={2} size="h3">
          Payment models
        </Title>
        {models && models.length > 0 && create}
      </div>
      {error && !models ? (
        <ErrorState
          order={2}
          title="The payment models could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      ) : !models ? (
        <Loading label="Loading the payment models">
          <Bone height="5rem" />
          <Bone height="5rem" />
        </Loading>
      ) : models.length === 0 ? (
        <EmptyState title="There are no payment models yet" action={create}>
          {canWrite
            ? 'Create one, then offer it in a step of a process.'
            : 'An Owner creates them. They can then be offered in the steps of a process.'}
        </EmptyState>
      ) : (
        <ul className={classes.list}>
          {models.map((model) => (
            <Item
              key={model._id}
              model={model}
              offers={offersFor(model._id).data}
              action={canWrite ? 'Edit' : 'View'}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

const offerWords = (offers: readonly Offer[]): string =>
  offers.length === 0 ? 'Not offered yet' : `Offered in ${offers.map(({ label }) => label).join(', ')}`;

function Item({
  model,
  offers,
  action,
}: {
  model: PaymentModel;
  offers: readonly Offer[] | undefined;
  action: string;
}) {
  return (
    <li className={classes.item}>
      <div>
        <Link to={model._id} className={classes.name} dir="auto">
          {model.name}
        </Link>
        <p>{planWords(model)}</p>
        {model.details && (
          <p className={classes.quiet} dir="auto">
            {preview(plainText(model.details))}
          </p>
        )}
        {offers && (
          <p className={classes.quiet} dir="auto">
            {offerWords(offers)}
          </p>
        )}
      </div>
      <strong className={classes.figure}>{formatMoney(model.totalCost, model.currency)}</strong>
      <Link to={model._id} aria-label={`${action} ${model.name}`}>
        {action}
      </Link>
    </li>
  );
}
