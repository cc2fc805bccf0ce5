import { systemContext } from '../../commands/context/context.ts';
import type { FailingEmail } from '../../commands/email/failing-emails.ts';
import type { Composition } from '../composition/composition.ts';
import { OperationRefused } from '../runtime/operation-refused.ts';

/** A failed or retried email, without its recipient. */
export interface ListedEmail {
  readonly id: string;
  readonly state: 'failed' | 'retrying';
  readonly organizationId: string | null;
  /** The slug; null for the portal's own emails. */
  readonly school: string | null;
  readonly kind: string;
  /** The mail server of the last attempt; null if it was not reached. */
  readonly service: 'portal' | 'school' | null;
  readonly tries: number;
  /** The last attempt, ISO-8601 UTC. */
  readonly triedAt: string;
  /** Null for a failed one. */
  readonly nextTryAt: string | null;
  readonly reason: string | null;
}
export interface ListedEmails {
  readonly mails: readonly ListedEmail[];
  readonly hasMore: boolean;
}
export interface RetriedEmails {
  /** Failed ones that were queued again. */
  readonly queued: number;
  /** Waiting ones that are now due. */
  readonly hastened: number;
  /** Those to erased people. */
  readonly refused: readonly { readonly id: string; readonly reason: string }[];
}

const MOST_LISTED = 1000;
const MOST_REFUSED = 100;

const triedAt = ({ entry }: FailingEmail): string => entry.triedAt ?? entry.createdAt;

export async function listEmails({ reactions, readModels }: Composition): Promise<ListedEmails> {
  const found: FailingEmail[] = [];
  let hasMore = false;
  for await (const mail of reactions.failingEmails()) {
    hasMore = found.length === MOST_LISTED;
    if (hasMore) break;
    found.push(mail);
  }
  const ids = [...new Set(found.flatMap(({ entry }) => entry.organizationId ?? []))];
  const slugs = new Map((await readModels.organizations.getMany(ids)).map(({ _id, slug }) => [_id, slug]));
  const mails = found.map((mail): ListedEmail => {
    const { _id: id, state, organizationId, service = null, tries, nextTryAt, reason } = mail.entry;
    const hasFailed = state === 'failed';
    return {
      id,
      state: hasFailed ? 'failed' : 'retrying',
      organizationId,
      school: slugs.get(organizationId ?? '') ?? null,
      kind: mail.kind,
      service,
      tries,
      triedAt: triedAt(mail),
      nextTryAt: hasFailed ? null : nextTryAt,
      reason,
    };
  });
  return { mails, hasMore };
}

/** `id` names one; null retries all whose last attempt was at `since` or later. */
export async function retryEmails(
  { reactions, environment }: Composition,
  { id, since }: { readonly id: string | null; readonly since: string | null },
  onProgress: (done: number, total: number) => void,
): Promise<RetriedEmails> {
  const retried = { queued: 0, hastened: 0, refused: [] as { id: string; reason: string }[] };
  const retry = async (emailId: string) => {
    const result = await reactions.retryEmail(emailId, systemContext(environment.now()));
    if (!result.ok) {
      if (result.rejection.code === 'not-found' && id !== null) throw unknownEmail(emailId);
      if (retried.refused.length < MOST_REFUSED)
        retried.refused.push({ id: emailId, reason: result.rejection.message });
    } else if (result.value.isQueued) retried.queued += 1;
    else if (await reactions.retryEmailNow(emailId)) retried.hastened += 1;
  };
  const ids: string[] = id === null ? [] : [id];
  if (id === null) {
    for await (const mail of reactions.failingEmails()) {
      if (since === null || triedAt(mail) >= since) ids.push(mail.entry._id);
    }
  }
  for (const [done, emailId] of ids.entries()) {
    await retry(emailId);
    onProgress(done + 1, ids.length);
  }
  return retried;
}

const unknownEmail = (id: string): OperationRefused =>
  new OperationRefused(`There is no email "${id}". "intake mail list" shows those that failed or are being retried.`);
