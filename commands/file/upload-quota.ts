import { type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { fileBytes, inBytes, QUOTAS } from '../../domain/limits/quotas.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Environment } from '../handling/environment.ts';
import { network, refuseToday } from '../user/attempt-limits.ts';
import { usageOf } from '../vault/usage.ts';
import type { FileEnvironment } from './file-environment.ts';

interface Upload {
  readonly userId: string | null;
  readonly address: string;
  readonly size: number;
}

const ownerOf = (userId: string) => `files:${userId}`;

/** Before a file is stored; a refusal if the quota of the day or account is used up. */
export async function reserveUpload(
  environment: Environment & Pick<FileEnvironment, 'attempts'>,
  { userId, address, size }: Upload,
): Promise<Result<never> | null> {
  const usage = usageOf(environment);
  const amount = fileBytes(size);
  const daily = userId === null ? QUOTAS.address.uploadBytesPerDay : QUOTAS.account.uploadBytesPerDay;
  const today = userId === null ? `uploads:${network(address)}` : `uploads:${userId}`;
  const by = userId === null ? 'address' : 'account';
  if (!(await environment.attempts.admitToday(today, { amount, limit: daily, by }))) {
    const { uploadsOfNetwork, uploadsToday } = TEXTS.quotas;
    return refuseToday((userId === null ? uploadsOfNetwork : uploadsToday)(inBytes(daily)), environment);
  }
  if (userId === null) return null;
  const limit = QUOTAS.account.uploadBytes;
  const count = () => environment.queries.bytesUploadedBy(userId);
  const isTaken = await usage.take(ownerOf(userId), { amount, limit, count });
  return isTaken ? null : reject('refused', TEXTS.quotas.uploads(inBytes(limit)));
}

export async function releaseUpload(environment: Environment, userId: string, size: number): Promise<void> {
  await usageOf(environment).giveBack(ownerOf(userId), fileBytes(size));
}
