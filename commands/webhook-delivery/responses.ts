import { seal, unseal } from '../vault/seal.ts';
import type { SubjectKeys } from '../vault/subject-keys.ts';
import type { WebhookMessage } from './records.ts';

/** What targets answer may quote the person, so it is encrypted with the person's key. */
export type SealResponse = (
  message: Pick<WebhookMessage, '_id' | 'applicationId'>,
  response: string | null,
) => Promise<string | null>;

const subjectOf = ({ applicationId }: Pick<WebhookMessage, 'applicationId'>) => `application-${applicationId}`;
const placeOf = ({ _id }: Pick<WebhookMessage, '_id'>) => `webhook-message:${_id}`;

export function createResponses(keys: Pick<SubjectKeys, 'getMany'>): {
  readonly seal: SealResponse;
  readonly open: SealResponse;
} {
  const keyOf = async (message: Pick<WebhookMessage, 'applicationId'>) => {
    const subject = subjectOf(message);
    const key = (await keys.getMany([subject])).get(subject);
    return key === undefined || key === 'erased' ? null : key;
  };
  return {
    async seal(message, response) {
      const key = response === null ? null : await keyOf(message);
      return key && response !== null ? seal(key, response, placeOf(message)) : null;
    },
    async open(message, sealed) {
      const key = sealed === null ? null : await keyOf(message);
      return key && sealed !== null ? unseal(key, sealed, placeOf(message)) : null;
    },
  };
}
