import type { CommandContext } from '../../commands/context/context.ts';
import { type ProviderCall, providerCallsOf } from '../../commands/solution/provider-calls.ts';
import { type Received, receiveReport } from '../../commands/solution/receive-report.ts';
import type { Result } from '../../domain/event-sourcing/decision.ts';
import { cutText } from '../../domain/text/cut-text.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Services } from '../composition/services.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { readReport } from '../http/report-content.ts';
import { type Route, route } from '../http/route.ts';

/** A refusal may name a member of what was sent. */
const LONGEST_ANSWER = 200;

export const inboundWebhookRoutes = (services: Services): readonly Route[] => {
  const { environment, logger, now, stopping } = services;
  const calls = providerCallsOf(environment);
  const receive = async (
    { query, address }: { query: Addressed; address: string },
    content: string,
    command: CommandContext,
  ): Promise<Result<Received>> => {
    const report = readReport(content);
    if (!report.ok) return report;
    const { secretToken, event, userEmail, detailsUrl } = report.value;
    const { organizationId } = query;
    const sent = { ...query, secretToken, event, userEmail, detailsUrl };
    return receiveReport(environment, sent, { address, stopping }, { ...command, organizationId });
  };
  return [
    route(ENDPOINTS.inboundWebhook, {
      input: ({ body: { content } }) => content,
      async decide({ query, body: { content }, context: { address }, command }) {
        const received = await receive({ query, address }, content, command);
        // Not awaited: the time of the answer must not reveal which assessments exist.
        calls
          .note(query, callOf(received, new Date(now()).toISOString()))
          .catch((error: unknown) => logger.warn({ err: error, ...query }, 'a call of a provider could not be noted'));
        if (received.ok && received.value.message === TEXTS.assessments.resultUnmatched) {
          logger.warn(query, 'a result was reported for a person who is not offered the assessment');
        }
        return received;
      },
      view: ({ message }) => ({ message }),
    }),
  ];
};

interface Addressed {
  readonly organizationId: string;
  readonly assessmentId: string;
}

const callOf = (received: Result<Received>, at: string): ProviderCall =>
  received.ok
    ? { at, isAccepted: true, answer: received.value.message, applicationId: received.value.applicationId }
    : { at, isAccepted: false, answer: cutText(received.rejection.message, LONGEST_ANSWER), applicationId: null };
