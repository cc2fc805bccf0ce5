import type { AccountEnvironment } from '../user/account-environment.ts';
import type { InvitationLinks } from '../vault/invitation-links.ts';

/** For commands on invitations, in addition to accounts. */
export interface InvitationEnvironment extends AccountEnvironment {
  readonly invitationLinks: InvitationLinks;
}
