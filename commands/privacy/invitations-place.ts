import type { InvitationLinks } from '../vault/invitation-links.ts';
import type { Place } from './place.ts';

/** Invitations that somebody has made for this e-mail: the log names nobody, so with their links nothing is left of them. */
export const createInvitationsPlace = (links: InvitationLinks): Place => ({
  async find({ email, organizationId }) {
    const found = email === null ? [] : await links.ofEmail(email, organizationId ?? undefined);
    return {
      held: found.map(({ organizationId: _id, email: invited }) => ({ organizationId: _id, email: invited })),
      async remove() {
        await Promise.all(found.map(({ linkId }) => links.remove(linkId)));
        return { count: found.length };
      },
    };
  },
});
