import { BUILT_IN_TEMPLATES } from '../../domain/email-template/built-in-templates.ts';
import type { AnyEvent, EventOf, Recorded } from '../../domain/event-sourcing/event.ts';
import { idOf } from '../../domain/event-sourcing/streams.ts';
import type { InvitationRenewed, MemberInvited } from '../../domain/organization/events.ts';
import { organization } from '../../domain/organization/organization.ts';
import { pagePath } from '../../domain/values/pages.ts';
import type { SendEmail } from '../email/outgoing-email.ts';
import { loadBuiltInText } from '../email/template-text.ts';
import { load } from '../handling/handle.ts';
import type { InvitationEnvironment } from '../invitation/invitation-environment.ts';
import type { Outcome, Reaction } from '../outbox/reaction.ts';
import { belongsTo } from './belongs-to.ts';

export const INVITATION_EMAIL = 'invitation';

export const invitationEmailId = (eventId: string): string => `${eventId}:${INVITATION_EMAIL}`;

type Inviting = Recorded<EventOf<typeof MemberInvited> | EventOf<typeof InvitationRenewed>>;
export const isInviting = (event: Recorded<AnyEvent>): event is Inviting =>
  event.type === 'MemberInvited' || event.type === 'InvitationRenewed';

const drop = (reason: string): Outcome => ({ kind: 'drop', reason });

/** In the organization's words if the account belongs to it or does not exist. */
export function createInvitationReaction({
  environment,
  sendEmail,
}: {
  readonly environment: Pick<InvitationEnvironment, 'log' | 'identity' | 'queries' | 'invitationLinks'>;
  readonly sendEmail: SendEmail;
}): Reaction {
  return {
    name: INVITATION_EMAIL,
    mail: BUILT_IN_TEMPLATES.signUpInvitation.name,
    // The log names no recipient, so no outcome is recorded.
    deliveriesFor: (event) => (isInviting(event) ? [{ lane: 'mail' }] : []),
    async carryOut({ _id, stream, revision }, signal) {
      const organizationId = idOf(stream);
      const { state, events } = await load(environment, organization, organizationId);
      const event = (events as readonly Recorded<AnyEvent>[]).find((found) => found.revision === revision);
      if (!event || !isInviting(event)) return drop('The event invited no one.');
      const { inviteId, linkId } = event.data;
      const invitation = Object.hasOwn(state.invitations.byId, inviteId) ? state.invitations.byId[inviteId] : undefined;
      const isStanding = invitation?.acceptedBy === null && invitation.linkId === linkId;
      const [link] = isStanding ? await environment.invitationLinks.getMany([linkId]) : [];
      if (!link) return drop('The invitation has ended, or a newer link has replaced it.');
      const { email, token, proof } = link;
      const outgoing = {
        id: _id,
        template: await loadBuiltInText(environment, organizationId, 'signUpInvitation'),
        organizationId,
        email,
        values: {},
        applicationId: null,
        actionPath: `${pagePath('invite')}?token=${token}&proof=${proof}`,
        isForeign: !(await belongsTo(environment, { organizationId, email, isExpected: true })),
      };
      return sendEmail(outgoing, signal);
    },
  };
}
