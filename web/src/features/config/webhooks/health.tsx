import type { WebhookHealth } from '../../../../../api/contract/webhooks.ts';
import { Moment } from '../../../shared/dates/dates.tsx';
import classes from './webhooks.module.css';

const STATES: Readonly<Record<WebhookHealth['state'], string>> = {
  healthy: 'Healthy',
  failing: 'Failing',
  paused: 'Paused',
  disabled: 'Disabled',
};

/** "Failing since 3 May, 09:12, 1 parked" */
export function HealthWords({ health: { state, since, parked } }: { health: WebhookHealth }) {
  return (
    <p className={classes.health} data-state={state}>
      {STATES[state]}
      {since !== null && (
        <>
          {' since '}
          <Moment at={since} />
        </>
      )}
      {parked > 0 && `, ${parked.toLocaleString('en')} parked`}
    </p>
  );
}
