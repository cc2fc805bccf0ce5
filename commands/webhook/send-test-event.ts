import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { QUOTAS } from '../../domain/limits/quotas.ts';
import { organization } from '../../domain/organization/organization.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { chatBody } from '../../domain/webhook/chat-message.ts';
import { TEST_TYPE } from '../../domain/webhook/event-types.ts';
import type { TestPayload } from '../../domain/webhook/payload-schema.ts';
import { webhook } from '../../domain/webhook/webhook.ts';
import type { CommandContext } from '../context/context.ts';
import { load } from '../handling/handle.ts';
import { type AttemptLimits, refuseToday } from '../user/attempt-limits.ts';
import { post, secretsOf } from './attempt.ts';
import type { WebhookEnvironment } from './write-webhook.ts';

export interface TestAnswer {
  readonly status: number;
  readonly response: string;
}

const RESPONSE_LIMIT = 2000;

interface TestEnvironment extends WebhookEnvironment {
  readonly attempts: Pick<AttemptLimits, 'admitToday'>;
}

/** Without retries; returns the target's answer. */
export async function sendTestEvent(
  environment: TestEnvironment,
  { id }: { readonly id: string },
  { at, commandId }: CommandContext,
): Promise<Result<TestAnswer>> {
  const { state } = await load(environment, webhook, id);
  if (state.kind !== 'document') return reject('not-found', TEXTS.access.notFound);
  const { organizationId, details } = state;
  const refusal = await reserveTestEvent(environment, organizationId);
  if (refusal) return refusal;
  const { state: school } = await load(environment, organization, organizationId);
  const content = TEXTS.webhooks.testContent(school.details.name);
  const event: TestPayload = {
    type: TEST_TYPE,
    timestamp: at,
    data: { organizationId, webhookId: id, message: content },
  };
  const body = details.format === 'chat' ? chatBody(content, details.chatForm) : JSON.stringify(event);
  const secrets = await secretsOf(environment.secrets, details, environment.now());
  const message = { url: details.targetUrl, body, id: commandId, trigger: 'test', attempt: 1, secrets } as const;
  const { status, failure, response } = await post(environment, message);
  if (status === null) return reject('refused', TEXTS.webhooks.failures[failure ?? 'connection']);
  return accept({ status, response: response?.slice(0, RESPONSE_LIMIT) ?? String(status) });
}

export async function reserveTestEvent(
  environment: Pick<TestEnvironment, 'attempts' | 'now'>,
  organizationId: string,
): Promise<Result<never> | null> {
  const limit = QUOTAS.organization.testWebhooksPerDay;
  const room = { amount: 1, limit, by: 'account' } as const;
  const isAdmitted = await environment.attempts.admitToday(`test-webhook:${organizationId}`, room);
  return isAdmitted ? null : refuseToday(TEXTS.quotas.testWebhooks(limit), environment);
}
