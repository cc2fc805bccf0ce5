import type { AccountEnvironment } from '../user/account-environment.ts';
import type { InvitationLinks } from '../vault/invitation-links.ts';

export interface InvitationEnvironment extends AccountEnvironment {
  readonly invitationLinks: InvitationLinks;
}
