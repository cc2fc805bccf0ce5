import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { isLocked } from '../../domain/application/statuses.ts';
import { type AssessmentState, assessment } from '../../domain/assessment/assessment.ts';
import { hasStarted } from '../../domain/batch/status.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import type { AnyEvent, Recorded } from '../../domain/event-sourcing/event.ts';
import { currentSolution } from '../../domain/solution/state.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { normalizeEmail } from '../../domain/values/email.ts';
import { maskSecret } from '../../domain/values/secret-mask.ts';
import { isWebAddress } from '../../domain/values/web-address.ts';
import { rest } from '../../timing/rest.ts';
import type { CommandContext } from '../context/context.ts';
import type { Environment } from '../handling/environment.ts';
import { handle, load } from '../handling/handle.ts';
import type { AttemptLimits } from '../user/attempt-limits.ts';
import { findAccount } from '../user/find-account.ts';
import type { SealedSecrets } from '../vault/sealed-secrets.ts';
import { type Applicant, isOffered, loadApplicant, loadSolutions } from './applicant.ts';
import { PROVIDER, reportResult } from './report-result.ts';

export interface Report {
  readonly organizationId: string;
  readonly assessmentId: string;
  readonly secretToken: unknown;
  readonly event: unknown;
  readonly userEmail: unknown;
  readonly detailsUrl: unknown;
}
export interface Received {
  readonly message: string;
  /** The application that the result belongs to; null without one. */
  readonly applicationId: string | null;
  readonly position: bigint;
  readonly appended: readonly Recorded<AnyEvent>[];
}

type ReportLimits = Pick<AttemptLimits, 'slowsReport' | 'countWrongReport'>;

/** Waits before the comparison, so that the time does not reveal its result; a right secret is only delayed. */
const SLOWED_MS = 1000;

/** The only event about a solution. */
const COMPLETED = 'assignment.completed';

/** Rule 72. A wrong secret and an unknown assessment are refused alike. */
export async function receiveReport(
  environment: Environment & { readonly secrets: SealedSecrets; readonly attempts: ReportLimits },
  report: Report,
  { address, stopping }: { readonly address: string; readonly stopping: AbortSignal },
  context: CommandContext,
): Promise<Result<Received>> {
  const { organizationId, assessmentId, event, userEmail } = report;
  const attempt = { account: `${organizationId}/${assessmentId}`, address };
  if (await environment.attempts.slowsReport(attempt)) await rest(SLOWED_MS, stopping);
  const { state } = await load(environment, assessment, assessmentId);
  const secret = await secretOf(environment, state, organizationId);
  if (!isSame(secret, report.secretToken)) {
    await environment.attempts.countWrongReport(attempt);
    return reject('forbidden', TEXTS.assessments.senderRefused);
  }
  if (event !== COMPLETED) return nothingNew(TEXTS.assessments.resultKnown);

  const ours: CommandContext = { ...context, actor: PROVIDER, organizationId };
  const applicant = typeof userEmail === 'string' && (await findApplicant(environment, report, userEmail));
  if (!applicant) {
    const noted = await handle(
      environment,
      assessment,
      assessmentId,
      [{ type: 'NoteUnmatchedResult', data: {} }],
      ours,
    );
    return noted.ok
      ? accept({ ...noted.value, message: TEXTS.assessments.resultUnmatched, applicationId: null })
      : noted;
  }
  const detailsUrl =
    typeof report.detailsUrl === 'string' && isWebAddress(report.detailsUrl) ? report.detailsUrl : null;
  const { applicationId } = applicant;
  const recorded = await reportResult(environment, { applicationId, assessmentId, detailsUrl }, ours);
  if (!recorded.ok) return recorded;
  const isNew = recorded.value.appended.length > 0;
  const message = isNew ? TEXTS.assessments.resultReceived : TEXTS.assessments.resultKnown;
  return accept({ ...recorded.value, message, applicationId });
}

/** What `receiveReport` would do, without an event. The mask of the secret counts as the secret. */
export async function previewReport(
  environment: Environment & { readonly secrets: SealedSecrets },
  report: Report,
): Promise<{ readonly isSecretRight: boolean; readonly applicationId: string | null; readonly message: string }> {
  const { state } = await load(environment, assessment, report.assessmentId);
  const secret = await secretOf(environment, state, report.organizationId);
  const isMasked = secret !== undefined && report.secretToken === maskSecret(secret);
  const isSecretRight = isMasked || isSame(secret, report.secretToken);
  if (!isSecretRight) return { isSecretRight, applicationId: null, message: TEXTS.assessments.senderRefused };
  const { event, userEmail } = report;
  if (event !== COMPLETED) return { isSecretRight, applicationId: null, message: TEXTS.assessments.resultKnown };
  const applicant = typeof userEmail === 'string' && (await findApplicant(environment, report, userEmail));
  if (!applicant) return { isSecretRight, applicationId: null, message: TEXTS.assessments.resultUnmatched };
  const { applicationId } = applicant;
  const isKnown = currentSolution(await loadSolutions(environment, applicationId), report.assessmentId) !== undefined;
  const { resultKnown, resultReceived } = TEXTS.assessments;
  return { isSecretRight, applicationId, message: isKnown ? resultKnown : resultReceived };
}

const nothingNew = (message: string): Result<Received> =>
  accept({ message, applicationId: null, position: 0n, appended: [] });

/** Undefined for an assessment without reports, so that it is refused like a wrong secret. */
async function secretOf(
  { secrets }: { readonly secrets: SealedSecrets },
  { kind, organizationId, details }: AssessmentState,
  wanted: string,
): Promise<string | undefined> {
  const takesReports = kind === 'document' && organizationId === wanted && details.type === 'external';
  return takesReports && details.messagingSecretId !== null ? secrets.get(details.messagingSecretId) : undefined;
}

/** In constant time. */
function isSame(secret: string | undefined, token: unknown): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const expected = secret === undefined ? randomBytes(32) : digest(secret);
  return timingSafeEqual(expected, digest(typeof token === 'string' ? token : ''));
}

/** By the email of the application or account; includes one that has its result. */
async function findApplicant(
  environment: Environment,
  { organizationId, assessmentId }: Report,
  userEmail: string,
): Promise<Applicant | undefined> {
  const email = normalizeEmail(userEmail);
  const { userId } = await findAccount(environment, email);
  const [byEmail, byAccount] = await Promise.all([
    environment.queries.applicationsWithEmail(email),
    environment.queries.applicationsOfUser(userId),
  ]);
  const ids = new Set([...byEmail, ...byAccount].map(({ _id }) => _id));
  const found = await Promise.all([...ids].map((id) => loadApplicant(environment, id)));
  const living = found
    .filter((one) => one !== undefined)
    .filter(({ application, program }) => {
      const isLive = !isLocked(application.status) && !application.isErased && !hasStarted(program.batch.status);
      return isLive && application.organizationId === organizationId;
    })
    .toSorted((one, other) => Date.parse(other.application.createdAt) - Date.parse(one.application.createdAt));
  for (const applicant of living) {
    const solutions = await loadSolutions(environment, applicant.applicationId);
    if (isOffered(applicant, solutions, assessmentId) || currentSolution(solutions, assessmentId)) return applicant;
  }
  return undefined;
}
