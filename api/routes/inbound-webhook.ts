import { receiveReport } from '../../commands/solution/receive-report.ts';
import { reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Services } from '../composition/services.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { cleanBody } from '../http/json-body.ts';
import { type Route, route } from '../http/route.ts';

export const inboundWebhookRoutes = ({ environment, logger }: Services): readonly Route[] => [
  route(ENDPOINTS.inboundWebhook, {
    input: ({ body: { content } }) => content,
    async decide({ query: { organizationId, assessmentId }, body: { content }, command }) {
      const report = readContent(content);
      if (!report) {
        const message = TEXTS.requests.objectExpected;
        return reject('malformed', message, [{ field: 'content', message }]);
      }
      const harm = cleanBody(report);
      if (harm) return reject('refused', harm.message, harm.errors);
      const { secretToken, event, userEmail, detailsUrl } = report;
      const received = await receiveReport(
        environment,
        { organizationId, assessmentId, secretToken, event, userEmail, detailsUrl },
        { ...command, organizationId },
      );
      if (received.ok && received.value.message === TEXTS.assessments.resultUnmatched) {
        logger.warn(
          { organizationId, assessmentId },
          'a result was reported for a person who is not offered the assessment',
        );
      }
      return received;
    },
    view: ({ message }) => ({ message }),
  }),
];

function readContent(content: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(content);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
