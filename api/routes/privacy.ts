import { accept, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { setCookie } from '../auth/cookies.ts';
import type { Services } from '../composition/services.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import type { RequestContext } from '../http/request-context.ts';
import { type Route, route } from '../http/route.ts';
import { settle } from '../http/settle.ts';
import { personalDataView } from '../views/personal-data-view.ts';
import { provenEmailOf } from './applications.ts';

export function privacyRoutes(services: Services): readonly Route[] {
  const { engine, privacy, readModels } = services;
  const self = (context: RequestContext, userId: string) =>
    privacy.findByAccount({ userId, provenEmail: provenEmailOf(context) });

  return [
    route(ENDPOINTS.exportMe, {
      async handle({ context }) {
        const { user } = context;
        if (!user) return reject('unauthenticated', TEXTS.accounts.signInFirst);
        const found = await self(context, user._id);
        return found.ok ? accept(await personalDataView(user, found.value, context, services)) : found;
      },
    }),

    route(ENDPOINTS.deleteMe, {
      input: () => null,
      async decide({ context, command }) {
        const { user } = context;
        if (!user) return reject('unauthenticated', TEXTS.accounts.signInFirst);
        const found = await self(context, user._id);
        if (!found.ok) return found;
        return privacy.erase(found.value, { ...command, organizationId: null });
      },
      view(_erased, { context, response }) {
        setCookie(response, 'session', '', { isSecure: context.isHttps, maxAge: 0 });
        setCookie(response, 'claim', '', { isSecure: context.isHttps, maxAge: 0 });
        setCookie(response, 'device', '', { isSecure: context.isHttps, maxAge: 0 });
        return { message: TEXTS.privacy.accountDeleted };
      },
    }),

    route(ENDPOINTS.erasePerson, {
      async handle({ body, response, target: { organizationId }, command }) {
        if (!organizationId) return reject('not-found', TEXTS.access.notFound);
        const named = body.applicationId ? await readModels.applications.get(body.applicationId) : undefined;
        const isOurs = named?.organizationId === organizationId;
        if (isOurs && named.isErased) return accept({ message: TEXTS.privacy.erasedHere, applications: 0 });
        const email = isOurs ? named.email : body.email;
        if (!email) return reject('not-found', TEXTS.privacy.nobodyHere);
        const found = await privacy.findInOrganization({ email, organizationId });
        if (!found.ok) return found;
        const erased = await privacy.erase(found.value, command);
        if (!erased.ok) return erased;
        const applications = found.value.applicationIds.length;
        if (applications === 0 && erased.value.removed === 0) return reject('not-found', TEXTS.privacy.nobodyHere);
        await settle(engine, response, erased.value);
        return accept({ message: TEXTS.privacy.erasedHere, applications });
      },
    }),
  ];
}
