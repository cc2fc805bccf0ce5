import { can } from '../../domain/access/policy.ts';
import { application } from '../../domain/application/application.ts';
import { type ApplicationEvent, NO_TRACKING, type TrackingLink } from '../../domain/application/events.ts';
import { type AccountEmail, isEmailOf } from '../../domain/application/ownership.ts';
import { isApplicationStatus, releasesPlace } from '../../domain/application/statuses.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { readForm } from '../../domain/process/form-values.ts';
import { fieldsForOther } from '../../domain/process/import-fields.ts';
import { answerableFields } from '../../domain/process/steps.ts';
import { cutText } from '../../domain/text/cut-text.ts';
import { TEXT_LIMIT } from '../../domain/text/text-limits.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { loadProgram } from '../batch/program.ts';
import type { CommandContext } from '../context/context.ts';
import { refusalOfFiles } from '../file/file-quota.ts';
import { lookUpFiles } from '../file/referred-files.ts';
import type { Environment } from '../handling/environment.ts';
import { type Handled, handle } from '../handling/handle.ts';
import { findPlace } from './place.ts';
import { takeTrackingNumber } from './tracking-number.ts';

export interface SubmitApplication {
  /** The form's values with `batchId` and `tracking`. */
  readonly payload: Readonly<Record<string, unknown>>;
  readonly account: AccountEmail | null;
}

export type Submitted = Handled<typeof application.initial, ApplicationEvent> & {
  /** Anonymous first submission: issue the claim cookie. False for a repetition. */
  readonly isClaimable: boolean;
};

/** To an Open batch (rules 39 and 41). */
export async function submitApplication(
  environment: Environment,
  input: SubmitApplication,
  context: CommandContext,
): Promise<Result<Submitted>> {
  const { payload } = input;
  const batchId = payload.batchId;
  const program = typeof batchId === 'string' ? await loadProgram(environment, batchId) : undefined;
  if (!program) return reject('not-found', TEXTS.access.notFound);

  const { organizationId } = program.batch;
  const isAdmin = can(context.actor, 'application.addForOther', { organizationId });
  const { config } = program;
  const { fields } = config.applicationForm;
  // Only Owners and Admins see and set admin-only fields.
  const answers = readForm(isAdmin ? fieldsForOther(fields) : answerableFields(fields, config), payload);
  if (!answers.ok) return program.batch.status === 'Open' ? answers : reject('refused', TEXTS.enroll.notAccepting);
  const { email, ...given } = answers.value;
  if (typeof email !== 'string') return reject('refused', TEXTS.forms.requiredMissing, [EMAIL_MISSING]);

  const { account } = input;
  const isOwn = isEmailOf(account, email);
  const isForOther = isAdmin && !(isOwn && account?.isProven);
  const whole = isAdmin && !isForOther ? readForm(fields, payload) : answers;
  if (!whole.ok) return whole;
  const accountId = context.actor.id;
  if (account && accountId !== undefined && !isOwn && !isForOther) {
    if (await hasApplied(environment, accountId, program.batchId)) return reject('duplicate', TEXTS.enroll.duplicate);
    const message = TEXTS.enroll.emailOfAnother(account.email);
    return reject('refused', message, [{ field: 'email', message }]);
  }
  const userId = isOwn && !isForOther ? (accountId ?? null) : null;
  const ours: CommandContext = { ...context, organizationId };

  const files = await lookUpFiles(environment, given);
  const values = files.named(given);

  for (;;) {
    const place = await findPlace(environment, { batchId: program.batchId, email }, ours);
    if (place.kind === 'mine') {
      const again = await handle(environment, application, place.applicationId, [], ours);
      return again.ok ? accept({ ...again.value, isClaimable: false }) : again;
    }
    if (program.batch.status !== 'Open') return reject('refused', TEXTS.enroll.notAccepting);
    // Before the email: otherwise an invalid file would reveal whether the email has applied.
    const referrer = { organizationId, target: 'answer', id: place.applicationId, holds: null } as const;
    const stored = files.check(given, isAdmin ? referrer : { ...referrer, applicant: context.actor.id ?? null });
    if (!stored.ok) return stored;
    const tooMuch = await refusalOfFiles(environment, { applicationId: null, holds: {}, changes: values });
    if (tooMuch) return tooMuch;
    if (place.kind === 'held' || (userId && (await hasApplied(environment, userId, program.batchId)))) {
      return reject('duplicate', TEXTS.enroll.duplicate);
    }
    const trackingNumber = await takeTrackingNumber(environment.vault, organizationId);
    const tracking = readTracking(payload.tracking);
    const data = { organizationId, batchId: program.batchId, trackingNumber, tracking, userId, email, values };
    const submitted = await handle(
      environment,
      application,
      place.applicationId,
      [{ type: 'SubmitApplication', data }],
      ours,
    );
    if (submitted.ok) {
      const isFirst = submitted.value.appended.every(({ metadata }) => metadata.correlationId === ours.correlationId);
      return accept({ ...submitted.value, isClaimable: userId === null && !isForOther && isFirst });
    }
    if (submitted.rejection.code !== 'duplicate') return submitted;
  }
}

const EMAIL_MISSING = { field: 'email', message: TEXTS.forms.required };

/** May lag behind the log. */
export async function hasApplied(
  environment: Pick<Environment, 'queries'>,
  userId: string,
  batchId: string,
  exceptId?: string,
): Promise<boolean> {
  const own = await environment.queries.applicationsOfUser(userId);
  return own.some(
    (other) =>
      other.batchId === batchId &&
      other._id !== exceptId &&
      isApplicationStatus(other.status) &&
      !releasesPlace(other.status),
  );
}

/** All members are optional; other types count as absent. */
function readTracking(input: unknown): TrackingLink {
  if (typeof input !== 'object' || input === null) return NO_TRACKING;
  const members = new Map<string, unknown>(Object.entries(input));
  const read = (name: string) => {
    const value = members.get(name);
    const text = typeof value === 'string' ? cutText(value.replaceAll('\0', '').trim(), TEXT_LIMIT) : '';
    return text === '' ? null : text;
  };
  return {
    source: read('source'),
    medium: read('medium'),
    campaign: read('campaign'),
    term: read('term'),
    content: read('content'),
  };
}
