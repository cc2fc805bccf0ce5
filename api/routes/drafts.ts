import { accept, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Services } from '../composition/services.ts';
import type { Draft, Preferences } from '../contract/drafts.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { type Route, route } from '../http/route.ts';

const signedOut = () => reject('unauthenticated', TEXTS.accounts.signInFirst);

const ofAnother = () => reject('forbidden', TEXTS.access.notAllowed);
const isOthers = ({ _id }: { readonly _id: string }, userId: string | undefined): boolean =>
  userId !== undefined && userId !== _id;

export function draftRoutes({ drafts, preferences }: Pick<Services, 'drafts' | 'preferences'>): readonly Route[] {
  const draftOf = async (userId: string, form: string): Promise<Draft> => {
    const kept = await drafts.get(userId, form);
    return { form, values: (kept?.value as Draft['values']) ?? null, savedAt: kept?.savedAt ?? null };
  };
  const preferencesOf = async (userId: string): Promise<Preferences> =>
    Object.fromEntries((await preferences.list(userId)).map(({ name, value }) => [name, value])) as Preferences;

  return [
    route(ENDPOINTS.getDraft, {
      async handle({ params: { form }, query: { userId }, context: { user } }) {
        if (!user) return signedOut();
        return isOthers(user, userId) ? ofAnother() : accept(await draftOf(user._id, form));
      },
    }),
    route(ENDPOINTS.saveDraft, {
      async handle({ params: { form }, body: { userId, values }, context: { user } }) {
        if (!user) return signedOut();
        if (isOthers(user, userId)) return ofAnother();
        if (values === null) await drafts.remove(user._id, form);
        else if (values !== undefined) {
          const kept = await drafts.put(user._id, { [form]: values });
          if (!kept.ok) return kept;
        }
        return accept(await draftOf(user._id, form));
      },
    }),

    route(ENDPOINTS.getPreferences, {
      handle: async ({ context: { user } }) => (user ? accept(await preferencesOf(user._id)) : signedOut()),
    }),
    route(ENDPOINTS.changePreferences, {
      async handle({ body, context: { user } }) {
        if (!user) return signedOut();
        const entries = Object.entries(body);
        for (const [name, value] of entries) if (value === null) await preferences.remove(user._id, name);
        const kept = await preferences.put(user._id, Object.fromEntries(entries.filter(([, value]) => value !== null)));
        if (!kept.ok) return kept;
        return accept(await preferencesOf(user._id));
      },
    }),
  ];
}
