import { countEmails } from '../../commands/email/count-emails.ts';
import { findInvitation } from '../../commands/invitation/accept-invitation.ts';
import { declineInvitation } from '../../commands/invitation/decline-invitation.ts';
import { renewInvitation } from '../../commands/invitation/renew-invitation.ts';
import { revokeInvitation } from '../../commands/invitation/revoke-invitation.ts';
import { openOutbox } from '../../commands/outbox/outbox.ts';
import { invitationEmailId } from '../../commands/reactions/invitation-reaction.ts';
import type { Actor, Role } from '../../domain/access/actor.ts';
import { can } from '../../domain/access/policy.ts';
import { accept, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { OrganizationDocument } from '../../projections/organizations.ts';
import { hasSecondFactor } from '../auth/has-second-factor.ts';
import type { Services } from '../composition/services.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import type { RequestContext } from '../http/request-context.ts';
import { isConfirmedIn, type Route, route, type Target, type UncheckedRequest } from '../http/route.ts';
import { settle } from '../http/settle.ts';
import { invitationOf, joinByInvitation } from '../sign-in/join-by-invitation.ts';
import { invitingView, ownInvitesView } from '../views/own-invites-view.ts';
import { signupLinkViews } from '../views/signup-link-view.ts';
import { ownView } from '../views/user-view.ts';
import { provenEmailOf } from './applications.ts';

interface InvitationTarget extends Target {
  readonly organizationId: string;
  readonly role: Role;
}

export function invitationRoutes(services: Services): readonly Route[] {
  const { environment, engine, readModels, site } = services;
  const { invitationLinks } = environment;
  const outbox = openOutbox(environment.vault);

  /** An Admin gets 404 for an Owner's invitation, as for another organization's. */
  const target = async ({ params, context }: UncheckedRequest): Promise<InvitationTarget | undefined> => {
    const organizationId = await invitationLinks.organizationOf(params.id as string);
    const organization = organizationId === undefined ? undefined : await readModels.organizations.get(organizationId);
    const found = organization?.invitations.find(({ inviteId }) => inviteId === params.id);
    if (!organization || found?.acceptedBy !== null) return undefined;
    const isShown = found.role !== 'Owner' || maySeeOwners(context.actor, organization);
    return isShown ? { organizationId: organization._id, role: found.role } : undefined;
  };
  const pendingIn = async (organization: OrganizationDocument, context: RequestContext) => {
    const { invitations } = organization;
    const links = await invitationLinks.getMany(invitations.map(({ linkId }) => linkId));
    const mails = await outbox.getMany(invitations.map(({ eventId }) => invitationEmailId(eventId)));
    return signupLinkViews(organization, links, mails, {
      site,
      at: context.at,
      includesOwners: maySeeOwners(context.actor, organization),
      opensOwners: isConfirmedIn(context),
    });
  };

  return [
    route(ENDPOINTS.listSignupLinks, {
      handle: async ({ context }) => accept(context.organization ? await pendingIn(context.organization, context) : []),
    }),

    route(ENDPOINTS.deleteSignupLink, {
      target,
      decide: ({ params: { id: inviteId }, target: { organizationId }, command }) =>
        revokeInvitation(environment, { organizationId, inviteId }, command),
      view: () => ({ message: TEXTS.members.inviteRevoked }),
    }),

    route(ENDPOINTS.resendSignupLink, {
      target,
      // The answer has the new link, which makes an Owner.
      needsConfirmation: ({ target: { role } }) => role === 'Owner',
      input: () => null,
      emails: ({ context: { actor } }) => countEmails(environment, actor, 1),
      async handle({ params: { id: inviteId }, context, response, target: { organizationId }, command }) {
        const renewed = await renewInvitation(environment, { organizationId, inviteId }, command);
        if (!renewed.ok) return renewed;
        await settle(engine, response, renewed.value);
        const organization = await readModels.organizations.written(organizationId);
        const pending = await pendingIn(organization, context);
        const fresh = pending.find(({ _id }) => _id === inviteId);
        return fresh ? accept(fresh) : reject('not-found', TEXTS.access.notFound);
      },
    }),

    route(ENDPOINTS.getInvite, {
      async handle({ params: { token }, query: { proof }, context }) {
        const found = await findInvitation(
          environment,
          { token, proof, provenEmail: provenEmailOf(context) },
          context.at,
        );
        const organization = found && (await readModels.organizations.get(found.link.organizationId));
        if (!organization) return reject('not-found', TEXTS.accounts.linkInvalid);
        return accept({
          email: found.link.email,
          roleToUse: found.role,
          organization: invitingView(organization),
          expiresAt: found.expiresAt,
          isAccepted: found.acceptedBy !== null,
        });
      },
    }),

    route(ENDPOINTS.acceptInvite, {
      // The session becomes one of staff, which a password alone does not begin.
      needsConfirmation: async ({ context: { user } }) => user !== null && hasSecondFactor(services, user._id),
      input: () => null,
      async handle({ body, context, response, command }) {
        const { user } = context;
        if (!user?.email) return reject('unauthenticated', TEXTS.accounts.signInFirst);
        const given = { ...body, provenEmail: provenEmailOf(context) };
        const invited = await invitationOf(services, given, user.email, context);
        if (!invited.ok) return invited;
        const honoured =
          invited.value && (await joinByInvitation(services, invited.value, user._id, command, response));
        if (honoured?.ok === false) return honoured;
        const person = await readModels.users.written(user._id);
        return accept(ownView(person, await services.requiredFactors.dueOf(person)));
      },
    }),

    route(ENDPOINTS.listOwnInvites, {
      async handle({ context }) {
        const email = provenEmailOf(context);
        const links = email === null ? [] : await invitationLinks.ofEmail(email);
        const ids = [...new Set(links.map(({ organizationId }) => organizationId))];
        return accept(ownInvitesView(links, await readModels.organizations.getMany(ids), context.at));
      },
    }),

    route(ENDPOINTS.declineInvite, {
      async decide({ body, context, command }) {
        const given = { ...body, provenEmail: provenEmailOf(context) };
        const found = await findInvitation(environment, given, context.at);
        if (!found) return reject('refused', TEXTS.accounts.linkInvalid);
        return declineInvitation(environment, found, { ...command, organizationId: found.link.organizationId });
      },
      view: () => ({ message: TEXTS.members.inviteDeclined }),
    }),
  ];
}

const maySeeOwners = (actor: Actor, { _id }: OrganizationDocument): boolean =>
  can(actor, 'member.makeOwner', { organizationId: _id });
