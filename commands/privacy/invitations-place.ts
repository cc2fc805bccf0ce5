import { setTimeout as pause } from 'node:timers/promises';
import { organization } from '../../domain/organization/organization.ts';
import type { EventLog } from '../event-store/event-log.ts';
import { openOutbox } from '../outbox/outbox.ts';
import { INVITATION_EMAIL, invitationEmailId, isInviting } from '../reactions/invitation-reaction.ts';
import type { InvitationLinks } from '../vault/invitation-links.ts';
import type { Vault } from '../vault/vault.ts';
import type { EmailFolder } from './email-folder.ts';
import type { Place } from './place.ts';

const LOOK_EVERY_MS = 50;
/** Longer than a process needs to send an email. */
const LONGEST_WAIT_MS = 10_000;

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

  /** A process that has read the link may be sending it. */
  async function untilSent(stream: readonly string[]): Promise<void> {
    for (let waited = 0; waited < LONGEST_WAIT_MS; waited += LOOK_EVERY_MS) {
      const { documents } = await outbox.find({ stream, state: 'sending' });
      if (documents.every(({ reaction }) => reaction !== INVITATION_EMAIL)) return;
      await pause(LOOK_EVERY_MS);
    }
  }

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
          if (inviting.size > 0) await untilSent([...inviting].map(streamOf));
          let count = found.length;
          for (const id of inviting) count += await removeEmailsOf(id, email);
          return { count };
        },
      };
    },
  };
}
