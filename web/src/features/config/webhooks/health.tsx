import type { WebhookHealth } from '../../../../../api/contract/webhooks.ts';
import { counted } from '../../../../../domain/text/counted.ts';
import { Moment } from '../../../shared/dates/dates.tsx';
import classes from './webhooks.module.css';

const STATES: Readonly<Record<WebhookHealth['state'], string>> = {
  healthy: 'Healthy',
  retrying: 'Retrying',
  failing: 'Failing',
  paused: 'Paused',
  disabled: 'Disabled',
};

/** "Failing since 3 May, 09:12, 1 parked" or "Retrying 2 messages" */
export function HealthWords({ health: { state, since, waiting, parked } }: { health: WebhookHealth }) {
  return (
    <p className={classes.health} data-state={state}>
      {STATES[state]}
      {state === 'retrying' && ` ${counted(waiting, 'message', 'messages')}`}
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
