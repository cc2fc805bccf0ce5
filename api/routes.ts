import type { Route } from './route.ts';
import { accountRoutes } from './routes/accounts.ts';
import { applicationRoutes } from './routes/applications.ts';
import { assessmentRoutes } from './routes/assessments.ts';
import { auditRoutes } from './routes/audit.ts';
import { batchRoutes } from './routes/batches.ts';
import { bulkRoutes } from './routes/bulk.ts';
import { draftRoutes } from './routes/drafts.ts';
import { emailTemplateRoutes } from './routes/email-templates.ts';
import { fileRoutes } from './routes/files.ts';
import { inboundWebhookRoutes } from './routes/inbound-webhook.ts';
import { invitationRoutes } from './routes/invitations.ts';
import { liveRoutes } from './routes/live.ts';
import { memberRoutes } from './routes/members.ts';
import { messageRoutes } from './routes/messages.ts';
import { operationRoutes } from './routes/operations.ts';
import { organizationRoutes } from './routes/organizations.ts';
import { paymentAccountRoutes } from './routes/payment-accounts.ts';
import { paymentModelRoutes } from './routes/payment-models.ts';
import { privacyRoutes } from './routes/privacy.ts';
import { processRoutes } from './routes/processes.ts';
import { schedulingRoutes } from './routes/scheduling.ts';
import { sessionRoutes } from './routes/sessions.ts';
import { solutionRoutes } from './routes/solutions.ts';
import { versionRoutes } from './routes/versions.ts';
import { webhookRoutes } from './routes/webhooks.ts';
import type { Services } from './services.ts';

/** Everything that is mounted; a test holds it equal to the contract's table. */
export const routesOf = (services: Services): readonly Route[] => [
  ...accountRoutes(services),
  ...sessionRoutes(services),
  ...draftRoutes(services),
  ...memberRoutes(services),
  ...invitationRoutes(services),
  ...organizationRoutes(services),
  ...batchRoutes(services),
  ...processRoutes(services),
  ...paymentModelRoutes(services),
  ...paymentAccountRoutes(services),
  // In front of the applications, whose ids stand in the same place of a path.
  ...bulkRoutes(services),
  ...applicationRoutes(services),
  ...schedulingRoutes(services),
  ...webhookRoutes(services),
  ...versionRoutes(services),
  ...auditRoutes(services),
  ...privacyRoutes(services),
  ...fileRoutes(services),
  ...assessmentRoutes(services),
  ...solutionRoutes(services),
  ...inboundWebhookRoutes(services),
  ...emailTemplateRoutes(services),
  ...messageRoutes(services),
  ...liveRoutes(services),
  ...operationRoutes(services),
];

/** What every process answers about itself, whatever its role. */
export const ownRoutesOf = (services: Services): readonly Route[] =>
  operationRoutes(services).filter(({ endpoint }) => !endpoint.path.startsWith('/api/'));
