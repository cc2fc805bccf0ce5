import type { AnyEvent, EventOf, Recorded } from '../../domain/event-sourcing/event.ts';
import { idOf } from '../../domain/event-sourcing/streams.ts';
import type { DailyDigestIssued } from '../../domain/user/events.ts';
import { user } from '../../domain/user/user.ts';
import { pagePath } from '../../domain/values/pages.ts';
import { digestText, type SchoolDay } from '../email/digest-text.ts';
import type { EmailOptions, SendEmail } from '../email/outgoing-email.ts';
import type { Environment } from '../handling/environment.ts';
import { load } from '../handling/handle.ts';
import type { Outcome, Reaction } from '../outbox/reaction.ts';
import { recordOutcome } from './email-reactions.ts';

type Issued = EventOf<typeof DailyDigestIssued>;

export interface DigestPeriod {
  readonly userId: string;
  /** Of the interviews, in `timeZone`. */
  readonly day: string;
  readonly timeZone: string;
  /** Of the new applications. */
  readonly since: string;
  readonly until: string;
}

/** What the person may see of each of their schools; without schools that have nothing to tell. */
export type ReadSchoolDays = (period: DigestPeriod) => Promise<readonly SchoolDay[]>;

const MAIL = 'Daily digest';
const drop = (reason: string): Outcome => ({ kind: 'drop', reason });

/** The id of an email is that of its event, of which there is one for each person and local day. */
export const createDailyDigestReaction = ({
  environment,
  sendEmail,
  linkTo,
  schoolDays,
  unsubscribeKey,
}: {
  readonly environment: Environment;
  readonly sendEmail: SendEmail;
  readonly linkTo: EmailOptions['linkTo'];
  readonly schoolDays: ReadSchoolDays;
  readonly unsubscribeKey: (userId: string) => string;
}): Reaction => ({
  name: 'dailyDigest',
  mail: MAIL,
  deliveriesFor: (event) =>
    event.type === 'DailyDigestIssued' ? [{ lane: 'mail', key: (event as Recorded<Issued>).data.day }] : [],
  settle: (entry) => recordOutcome(environment, entry, MAIL),
  async carryOut({ _id, stream, eventId }, signal) {
    const userId = idOf(stream);
    const { state, events } = await load(environment, user, userId);
    const { email } = state;
    const { timeZone } = state.digest;
    if (email === null || timeZone === null) return drop('This person no longer wants the digest.');
    const event = (events as readonly Recorded<AnyEvent>[]).find(({ id }) => id === eventId) as
      | Recorded<Issued>
      | undefined;
    if (!event) throw new Error(`${_id} follows from no event`);
    const { day, since } = event.data;
    const schools = await schoolDays({ userId, day, timeZone, since, until: event.at });
    if (schools.length === 0) return drop('There is nothing to report.');
    const unsubscribe = linkTo(null, pagePath('endDigest', { key: unsubscribeKey(userId) }));
    const account = linkTo(null, pagePath('account'));
    const text = digestText({ day, timeZone, schools, unsubscribe, account });
    const template = { builtIn: null, name: '', ...text, attachments: [] };
    const about = { organizationId: null, email, values: {}, applicationId: null, actionPath: null };
    return sendEmail({ ...about, id: _id, template, unsubscribe }, signal);
  },
});
