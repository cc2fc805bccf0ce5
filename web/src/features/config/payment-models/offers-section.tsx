import { Fragment } from 'react';
import { Link } from 'react-router';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { pagePath } from '../../../../../domain/values/pages.ts';
import classes from '../../../shared/editor/documents.module.css';
import { ErrorState } from '../../../shared/pages/page-state.tsx';
import { Bone, Loading } from '../../../shared/ui/skeleton.tsx';
import type { Offer } from './offers.ts';
import type { Offers } from './queries.ts';

export function OffersSection({ offers, canWrite }: { offers: Offers; canWrite: boolean }) {
  const { data, error, refetch } = offers;
  return (
    <section className={classes.preview} aria-label="Where it is offered">
      <h3>Where it is offered</h3>
      {error && !data ? (
        <ErrorState order={2} title="The processes could not be loaded" error={error} onRetry={refetch} />
      ) : !data ? (
        <Loading label="Loading the processes">
          <Bone width="60%" />
        </Loading>
      ) : data.length === 0 ? (
        <p className={classes.quiet}>{TEXTS.planEditor.notOffered}</p>
      ) : (
        <>
          <ul className={classes.offers}>
            {data.map((offer) => (
              <li key={offer._id}>
                <OfferWords offer={offer} />
              </li>
            ))}
          </ul>
          {canWrite && <p className={classes.quiet}>{TEXTS.planEditor.offeredBy}</p>}
        </>
      )}
    </section>
  );
}

function OfferWords({ offer: { label, batches } }: { offer: Offer }) {
  return (
    <>
      <strong dir="auto">{label}</strong>
      {batches.length === 0 ? (
        <span className={classes.quiet}> · no batch uses this process</span>
      ) : (
        batches.map(({ _id, name }, index) => (
          <Fragment key={_id}>
            {index === 0 ? ' · ' : ', '}
            <Link to={pagePath('batch', { batchId: _id })} dir="auto">
              {name}
            </Link>
          </Fragment>
        ))
      )}
    </>
  );
}
