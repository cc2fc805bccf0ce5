import { organization } from '../../domain/organization/organization.ts';
import type { EventLog } from '../event-store/event-log.ts';
import { openOutbox } from '../outbox/outbox.ts';
import { INVITATION_EMAIL, invitationEmailId, isInviting } from '../reactions/invitation-reaction.ts';
import type { InvitationLinks } from '../vault/invitation-links.ts';
import type { Vault } from '../vault/vault.ts';
import type { EmailFolder } from './email-folder.ts';
import type { Place } from './place.ts';
import { untilSent } from './until-sent.ts';

/** The log contains no names, so the links are searched. */
export function createInvitationsPlace({
  links,
  log,
  vault,
  folder,
}: {
  readonly links: InvitationLinks;
  readonly log: Pick<EventLog, 'readStream'>;
  readonly vault: Vault;
  readonly folder: EmailFolder;
}): Place {
  const outbox = openOutbox(vault);
  const streamOf = (organizationId: string) => `${organization.category}-${organizationId}`;

  /** Also for finished invitations, whose links are gone. */
  async function removeEmailsOf(organizationId: string, email: string): Promise<number> {
    const events = await log.readStream(streamOf(organizationId));
    return folder.removeTo(
      email,
      events.filter(isInviting).map(({ id }) => invitationEmailId(id)),
    );
  }

  return {
    async find({ email, organizationId }) {
      const found = email === null ? [] : await links.ofEmail(email, organizationId ?? undefined);
      return {
        held: found.map((link) => ({ organizationId: link.organizationId, email: link.email })),
        async remove() {
          if (email === null) return { count: 0 };
          await Promise.all(found.map(({ linkId }) => links.remove(linkId)));
          const inviting = new Set(
            organizationId === null ? found.map((link) => link.organizationId) : [organizationId],
          );
          if (inviting.size > 0) {
            await untilSent(outbox, [...inviting].map(streamOf), ({ reaction }) => reaction === INVITATION_EMAIL);
          }
          let count = found.length;
          for (const id of inviting) count += await removeEmailsOf(id, email);
          return { count };
        },
      };
    },
  };
}
