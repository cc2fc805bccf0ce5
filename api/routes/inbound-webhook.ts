import { receiveReport } from '../../commands/solution/receive-report.ts';
import { accept, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { cleanBody } from '../http/json-body.ts';
import { commandContextOf } from '../http/request-context.ts';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';
import { settle } from '../http/settle.ts';

/** What providers of external assessments report. */
export const inboundWebhookRoutes = ({ environment, engine, logger }: Services): readonly Route[] => [
  route(ENDPOINTS.inboundWebhook, {
    async handle({ query: { organizationId, assessmentId }, body: { content }, context, response }) {
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
        commandContextOf(context, content, organizationId),
      );
      if (!received.ok) return received;
      const { message } = received.value;
      if (message === TEXTS.assessments.resultUnmatched) {
        logger.warn({ organizationId, assessmentId }, 'a result was reported for nobody who is offered the assessment');
      }
      await settle(engine, response, received.value);
      return accept({ message });
    },
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
