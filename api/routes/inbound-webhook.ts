import { receiveReport } from '../../commands/solution/receive-report.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { Services } from '../composition/services.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { readReport } from '../http/report-content.ts';
import { type Route, route } from '../http/route.ts';

export const inboundWebhookRoutes = ({ environment, logger }: Services): readonly Route[] => [
  route(ENDPOINTS.inboundWebhook, {
    input: ({ body: { content } }) => content,
    async decide({ query: { organizationId, assessmentId }, body: { content }, command }) {
      const report = readReport(content);
      if (!report.ok) return report;
      const { secretToken, event, userEmail, detailsUrl } = report.value;
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
