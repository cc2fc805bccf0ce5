import type { Services } from '../composition/services.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import type { Route } from '../http/route.ts';
import { assessmentView } from '../views/assessment-view.ts';
import { batchView } from '../views/batch-view.ts';
import { emailTemplateView } from '../views/email-template-view.ts';
import { KINDS } from '../views/kinds.ts';
import { organizationView } from '../views/organization-view.ts';
import { paymentModelView } from '../views/payment-model-view.ts';
import { webhookView } from '../views/webhook-view.ts';
import { kindRoutes } from './kind-routes.ts';
import { blobOf } from './processes.ts';

/** Versions and restoring, for every kind of document in the table. */
export function versionRoutes(services: Services): readonly Route[] {
  const { environment, readModels } = services;
  const { secrets } = environment;
  const { organizations, batches, processes, paymentModels, emailTemplates, assessments, webhooks } = readModels;

  const routes: Readonly<Record<keyof typeof KINDS, readonly Route[]>> = {
    organizations: kindRoutes(services, KINDS.organizations, {
      change: ENDPOINTS.changeOrganization,
      versions: ENDPOINTS.organizationVersions,
      restore: ENDPOINTS.restoreOrganization,
      view: async (id, { actor }) => organizationView(await organizations.written(id), actor, secrets),
    }),
    batches: kindRoutes(services, KINDS.batches, {
      change: ENDPOINTS.changeBatch,
      versions: ENDPOINTS.batchVersions,
      restore: ENDPOINTS.restoreBatch,
      view: async (id, { actor }) => batchView(await batches.written(id), actor, readModels),
    }),
    processConfigBlobs: kindRoutes(services, KINDS.processConfigBlobs, {
      change: ENDPOINTS.changeProcess,
      versions: ENDPOINTS.processVersions,
      restore: ENDPOINTS.restoreProcess,
      view: async (id) => blobOf(await processes.written(id)),
    }),
    paymentModels: kindRoutes(services, KINDS.paymentModels, {
      change: ENDPOINTS.changePaymentModel,
      versions: ENDPOINTS.paymentModelVersions,
      restore: ENDPOINTS.restorePaymentModel,
      view: async (id) => paymentModelView(await paymentModels.written(id)),
    }),
    emailTemplates: kindRoutes(services, KINDS.emailTemplates, {
      change: ENDPOINTS.changeEmailTemplate,
      versions: ENDPOINTS.emailTemplateVersions,
      restore: ENDPOINTS.restoreEmailTemplate,
      view: async (id) => emailTemplateView(await emailTemplates.written(id)),
    }),
    assessments: kindRoutes(services, KINDS.assessments, {
      change: ENDPOINTS.changeAssessment,
      versions: ENDPOINTS.assessmentVersions,
      restore: ENDPOINTS.restoreAssessment,
      view: async (id, { actor }) => assessmentView(await assessments.written(id), actor, secrets),
    }),
    webhooks: kindRoutes(services, KINDS.webhooks, {
      change: ENDPOINTS.changeWebhook,
      versions: ENDPOINTS.webhookVersions,
      restore: ENDPOINTS.restoreWebhook,
      view: async (id) => webhookView(await webhooks.written(id), secrets),
    }),
  };
  return Object.values(routes).flat();
}
