import type { AccountEnvironment } from '../user/account-environment.ts';
import type { InvitationLinks } from '../vault/invitation-links.ts';

/** What the commands about invitations reach beside what those about accounts do. */
export interface InvitationEnvironment extends AccountEnvironment {
  readonly invitationLinks: InvitationLinks;
}
