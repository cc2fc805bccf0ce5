import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';

const CALENDLY = 'https://api.calendly.com';
const ID = /^[\w-]{1,100}$/;

/** The address comes from a browser, so it is only parsed, never called (rule 75). */
export function scheduledEventIdOf(eventUri: string, apiUrl: string): Result<string> {
  for (const base of [CALENDLY, apiUrl.replace(/(?<!\/)\/+$/, '')]) {
    const start = `${base}/scheduled_events/`;
    const id = eventUri.startsWith(start) ? eventUri.slice(start.length) : '';
    if (ID.test(id)) return accept(id);
  }
  const message = TEXTS.scheduling.eventUriInvalid;
  return reject('refused', message, [{ field: 'eventUri', message }]);
}
