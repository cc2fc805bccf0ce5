import { useQuery } from '@tanstack/react-query';
import type { Organization } from '../../../../../api/contract/organizations.ts';
import type { PaymentModel } from '../../../../../api/contract/payment-models.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { formatMoney } from '../../../shared/application/money.ts';
import { planWords } from '../../../shared/application/plan-words.ts';
import { usePosition } from '../../../shared/as-of/use-past.ts';
import { DocumentItem, ItemDescription } from '../../../shared/editor/document-item.tsx';
import { DocumentList } from '../../../shared/editor/document-list.tsx';
import classes from '../../../shared/editor/documents.module.css';
import { useCanWrite } from './may-write.ts';
import type { Offer } from './offers.ts';
import { paymentModelsQuery, useOffers } from './queries.ts';

export function PaymentModelList({ organization }: { organization: Organization }) {
  const canWrite = useCanWrite(organization._id);
  const offersFor = useOffers(organization._id);
  return (
    <DocumentList
      title="Payment models"
      query={useQuery(paymentModelsQuery(organization._id, usePosition()))}
      create={canWrite && 'New payment model'}
      emptyText={canWrite ? TEXTS.planEditor.empty : TEXTS.planEditor.emptyForReaders}
    >
      {(model) => <Item model={model} offers={offersFor(model._id).data} action={canWrite ? 'Edit' : 'View'} />}
    </DocumentList>
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
    <DocumentItem
      id={model._id}
      name={model.name}
      action={action}
      beside={<strong className={classes.figure}>{formatMoney(model.totalCost, model.currency)}</strong>}
    >
      <p>{planWords(model)}</p>
      <ItemDescription markdown={model.details} />
      {offers && (
        <p className={classes.quiet} dir="auto">
          {offerWords(offers)}
        </p>
      )}
    </DocumentItem>
  );
}
