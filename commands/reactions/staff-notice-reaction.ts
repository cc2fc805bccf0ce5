import { can } from '../../domain/access/policy.ts';
import { application } from '../../domain/application/application.ts';
import type { AdminAssigned, CommentAdded, DetailsSaved } from '../../domain/application/events.ts';
import { bulk, phaseOf } from '../../domain/bulk/bulk.ts';
import { bulkOf } from '../../domain/bulk/bulk-of.ts';
import type { BulkChangeStarted } from '../../domain/bulk/events.ts';
import type { AnyEvent, EventOf, Recorded } from '../../domain/event-sourcing/event.ts';
import { idOf } from '../../domain/event-sourcing/streams.ts';
import { servedDomain } from '../../domain/organization/domain-proof.ts';
import { organization } from '../../domain/organization/organization.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { NOTICE_MAILS } from '../../domain/user/preferences.ts';
import { user } from '../../domain/user/user.ts';
import { pagePath } from '../../domain/values/pages.ts';
import { loadProgram } from '../batch/program.ts';
import type { EmailOptions, SendEmail } from '../email/outgoing-email.ts';
import type { ActorNow } from '../handling/actor-now.ts';
import type { Environment } from '../handling/environment.ts';
import { load } from '../handling/handle.ts';
import type { Outcome, Reaction } from '../outbox/reaction.ts';
import type { PersonalDocuments } from '../vault/personal-documents.ts';
import { laneOf } from './school-lane.ts';

export const STAFF_NOTICE = 'staffNotice';

/** An assignment or a mention that is undone within it sends no email. */
const WAITS_MS = 60_000;

type Cause = Recorded<
  | EventOf<typeof AdminAssigned>
  | EventOf<typeof CommentAdded>
  | EventOf<typeof DetailsSaved>
  | EventOf<typeof BulkChangeStarted>
>;

/** Not those who did it themselves. Of a bulk change only its start counts: one email, not one for each application. */
function receiversOf(event: Recorded<AnyEvent>): readonly string[] {
  const cause = event as Cause;
  const userIds = (): readonly (string | null)[] => {
    switch (cause.type) {
      case 'AdminAssigned':
        return bulkOf(event) === null ? [cause.data.userId] : [];
      case 'CommentAdded':
        return cause.data.mentions ?? [];
      case 'DetailsSaved':
        return [cause.data.lastCorrectionFor ?? null];
      case 'BulkChangeStarted':
        return cause.data.action.kind === 'assign' ? [cause.data.action.userId] : [];
      default:
        return [];
    }
  };
  return userIds().filter((userId) => userId !== null && userId !== event.actor.id) as string[];
}

interface Words {
  readonly words: { readonly subject: string; readonly body: (link: string, account: string) => string };
  readonly applicationId: string | null;
  /** What it is about: the program and the number, or how many. */
  readonly about: string;
}

const drop = (reason: string): Outcome => ({ kind: 'drop', reason });

/** Emails an assignee, and the people whom a comment mentions. No email names the applicant or has the comment's text. */
export function createStaffNoticeReaction({
  environment,
  sendEmail,
  linkTo,
  preferences,
  actorNow,
}: {
  readonly environment: Environment;
  readonly sendEmail: SendEmail;
  readonly linkTo: EmailOptions['linkTo'];
  readonly preferences: Pick<PersonalDocuments, 'get'>;
  readonly actorNow: ActorNow;
}): Reaction {
  /** Null if it is no longer so. */
  async function wordsOf(event: Cause, userId: string): Promise<Words | null> {
    const id = idOf(event.stream);
    const { assigned, assignedMany, corrected, mentioned } = TEXTS.applications.noticeMails;
    if (event.type === 'BulkChangeStarted') {
      const { state } = await load(environment, bulk, id);
      if (state.kind === 'nothing' || ['undoing', 'undone'].includes(phaseOf(state))) return null;
      const count = state.rows.filter(({ outcome }) => outcome === 'changed' || outcome === null).length;
      return count === 0 ? null : { words: assignedMany, applicationId: null, about: String(count) };
    }
    const { state } = await load(environment, application, id);
    if (state.kind !== 'application' || state.isErased) return null;
    const isMine = state.adminAssigneeId === userId;
    const [isSo, words] =
      event.type === 'AdminAssigned'
        ? [isMine, assigned]
        : event.type === 'DetailsSaved'
          ? [isMine && state.requestedCorrections.length === 0, corrected]
          : [state.comments.some(({ _id }) => _id === event.data.commentId), mentioned];
    if (!isSo) return null;
    const program = await loadProgram(environment, state.batchId);
    const about = `${program?.batch.details.name ?? ''} #${state.trackingNumber}`.trim();
    return { words, applicationId: id, about };
  }

  return {
    name: STAFF_NOTICE,
    mail: 'Assignment or mention',
    async deliveriesFor(event) {
      const { organizationId } = event.metadata;
      const receivers = organizationId === null ? [] : receiversOf(event);
      if (organizationId === null || receivers.length === 0) return [];
      const { state } = await load(environment, organization, organizationId);
      const lane = laneOf(state, organizationId);
      return receivers.map((userId) => ({ lane, key: userId, delayMs: WAITS_MS }));
    },
    async carryOut({ _id, stream, revision, organizationId, key = '', lane }, signal) {
      if (organizationId === null) return drop('It belongs to no organization.');
      const [school, events, receiver, actor] = await Promise.all([
        load(environment, organization, organizationId),
        environment.log.readStream(stream) as Promise<readonly Cause[]>,
        load(environment, user, key),
        actorNow(key),
      ]);
      const wanted = laneOf(school.state, organizationId);
      if (wanted !== lane) return { kind: 'move', lane: wanted };
      const { email } = receiver.state;
      const mayRead = actor !== null && can(actor, 'application.assign', { organizationId });
      if (email === null || !mayRead) return drop('This person is not allowed to read it.');
      if ((await preferences.get(key, NOTICE_MAILS))?.value === false)
        return drop('This person does not want these emails.');
      const event = events.find((found) => found.revision === revision);
      const notice = event && (await wordsOf(event, key));
      if (!event || !notice) return drop('It no longer applies.');
      const { state: author } = await load(environment, user, event.actor.id ?? '');
      const site = { _id: organizationId, ...school.state.details, servedDomain: servedDomain(school.state) };
      const { words, applicationId, about } = notice;
      const link =
        applicationId === null
          ? linkTo(site, `${pagePath('dashboard')}?only=mine`)
          : linkTo(site, pagePath('application', { applicationId }));
      const text = { subject: words.subject, body: words.body(link, linkTo(site, pagePath('account'))) };
      const template = { builtIn: null, name: '', ...text, attachments: [] };
      const { name, email: address } = author;
      const by = name && address ? `${name} (${address})` : address;
      const values = { firstName: by ?? TEXTS.applications.noticeMails.program, lastName: about };
      return sendEmail({ id: _id, template, organizationId, email, values, applicationId, actionPath: null }, signal);
    },
  };
}
