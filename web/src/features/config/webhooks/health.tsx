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

/** "Failing since 3 May, 09:12, 1 parked", "Retrying 2 messages" or "Healthy, a replay is retrying 1 message" */
export function HealthWords({ health: { state, since, waiting, replaying, parked } }: { health: WebhookHealth }) {
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
      {replaying > 0 && `, a replay is retrying ${counted(replaying, 'message', 'messages')}`}
      {parked > 0 && `, ${parked.toLocaleString('en')} parked`}
    </p>
  );
}
