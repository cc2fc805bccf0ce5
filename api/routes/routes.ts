import type { Services } from '../composition/services.ts';
import type { Route } from '../http/route.ts';
import { accountRoutes } from './accounts.ts';
import { apiTokenRoutes } from './api-tokens.ts';
import { applicationRoutes } from './applications.ts';
import { asOfRoutes } from './as-of.ts';
import { assessmentRoutes } from './assessments.ts';
import { auditRoutes } from './audit.ts';
import { batchRoutes } from './batches.ts';
import { bulkRoutes } from './bulk.ts';
import { calendarRoutes } from './calendar.ts';
import { digestRoutes } from './digest.ts';
import { draftRoutes } from './drafts.ts';
import { emailTemplateRoutes } from './email-templates.ts';
import { eventRoutes } from './events.ts';
import { fileRoutes } from './files.ts';
import { forecastRoutes } from './forecast.ts';
import { funnelRoutes } from './funnel.ts';
import { inboundWebhookRoutes } from './inbound-webhook.ts';
import { invitationRoutes } from './invitations.ts';
import { liveRoutes } from './live.ts';
import { memberRoutes } from './members.ts';
import { messageRoutes } from './messages.ts';
import { noticeRoutes } from './notices.ts';
import { operationRoutes } from './operations.ts';
import { organizationRoutes } from './organizations.ts';
import { overviewRoutes } from './overview.ts';
import { passkeyRoutes } from './passkeys.ts';
import { paymentAccountRoutes } from './payment-accounts.ts';
import { paymentModelRoutes } from './payment-models.ts';
import { privacyRoutes } from './privacy.ts';
import { processRoutes } from './processes.ts';
import { projectionRoutes } from './projections.ts';
import { savedReportRoutes } from './saved-reports.ts';
import { schedulingRoutes } from './scheduling.ts';
import { secondFactorRoutes } from './second-factors.ts';
import { securityLogRoutes } from './security-log.ts';
import { sessionRoutes } from './sessions.ts';
import { solutionRoutes } from './solutions.ts';
import { webhookRoutes } from './webhooks.ts';
import { whatIfRoutes } from './what-if.ts';

export const routesOf = (services: Services): readonly Route[] => [
  ...accountRoutes(services),
  ...sessionRoutes(services),
  ...secondFactorRoutes(services),
  ...passkeyRoutes(services),
  ...draftRoutes(services),
  ...noticeRoutes(services),
  ...memberRoutes(services),
  ...invitationRoutes(services),
  ...organizationRoutes(services),
  ...batchRoutes(services),
  ...processRoutes(services),
  ...paymentModelRoutes(services),
  ...paymentAccountRoutes(services),
  // Before the applications, whose ids have the same place in a path.
  ...bulkRoutes(services),
  ...applicationRoutes(services),
  ...schedulingRoutes(services),
  // Before the webhooks, whose ids have the same place in a path.
  ...eventRoutes(services),
  ...apiTokenRoutes(services),
  ...calendarRoutes(services),
  ...digestRoutes(services),
  ...webhookRoutes(services),
  // Before the saved reports, whose ids have the same place in a path.
  ...overviewRoutes(services),
  ...savedReportRoutes(services),
  ...asOfRoutes(services),
  ...auditRoutes(services),
  ...securityLogRoutes(services),
  ...forecastRoutes(services),
  ...funnelRoutes(services),
  ...whatIfRoutes(services),
  ...privacyRoutes(services),
  ...fileRoutes(services),
  ...assessmentRoutes(services),
  ...solutionRoutes(services),
  ...inboundWebhookRoutes(services),
  ...emailTemplateRoutes(services),
  ...messageRoutes(services),
  ...liveRoutes(services),
  ...operationRoutes(services),
  ...projectionRoutes(services),
];

/** Every process answers these, whatever its role. */
export const ownRoutesOf = (services: Services): readonly Route[] =>
  operationRoutes(services).filter(({ endpoint }) => !endpoint.path.startsWith('/api/'));
