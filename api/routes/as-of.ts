import { accept, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Services } from '../composition/services.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import type { Pin } from '../http/positions.ts';
import { type Route, route } from '../http/route.ts';

export function asOfRoutes({ moments, positions }: Services): readonly Route[] {
  const view = (pin: Pin) => ({ position: positions.pin(pin), at: new Date(pin.at).toISOString() });
  return [
    route(ENDPOINTS.getAsOf, {
      async handle({ query: { at, documentId }, target: { organizationId } }) {
        if (!organizationId) return reject('not-found', TEXTS.access.notFound);
        const found = await moments.pinOf(at, organizationId);
        if (!found.ok) {
          const { code, message } = found.rejection;
          return reject(code, message, [{ field: 'at', message }]);
        }
        const pin = found.value;
        const { previous, next } = await moments.stepsAround(organizationId, pin, documentId);
        return accept({ ...view(pin), previous: previous && view(previous), next: next && view(next) });
      },
    }),
  ];
}
