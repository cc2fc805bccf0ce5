import * as accounts from './accounts.ts';
import * as applications from './applications.ts';
import * as asOf from './as-of.ts';
import * as assessments from './assessments.ts';
import * as audit from './audit.ts';
import * as batches from './batches.ts';
import * as bulk from './bulk.ts';
import * as drafts from './drafts.ts';
import * as emailTemplates from './email-templates.ts';
import type { Endpoint } from './endpoint.ts';
import * as events from './events.ts';
import * as files from './files.ts';
import * as forecast from './forecast.ts';
import * as funnel from './funnel.ts';
import * as invitations from './invitations.ts';
import * as live from './live.ts';
import * as members from './members.ts';
import * as messages from './messages.ts';
import * as operations from './operations.ts';
import * as organizations from './organizations.ts';
import * as overview from './overview.ts';
import * as paymentAccounts from './payment-accounts.ts';
import * as paymentModels from './payment-models.ts';
import * as privacy from './privacy.ts';
import * as processes from './processes.ts';
import * as projections from './projections.ts';
import * as savedReports from './saved-reports.ts';
import * as scheduling from './scheduling.ts';
import * as sessions from './sessions.ts';
import * as solutions from './solutions.ts';
import * as webhooks from './webhooks.ts';
import * as whatIf from './what-if.ts';

export const ENDPOINTS = {
  signup: accounts.signup,
  login: accounts.login,
  logout: accounts.logout,
  sendResetLink: accounts.sendResetLink,
  sendVerification: accounts.sendVerification,
  resetPassword: accounts.resetPassword,
  getUser: accounts.getUser,
  listUsers: accounts.listUsers,
  verifyEmail: accounts.verifyEmail,
  changePassword: sessions.changePassword,
  listSessions: sessions.listSessions,
  endSession: sessions.endSession,
  getDraft: drafts.getDraft,
  saveDraft: drafts.saveDraft,
  getPreferences: drafts.getPreferences,
  changePreferences: drafts.changePreferences,
  addUserToOrg: members.addUserToOrg,
  changeRoleInOrganization: members.changeRoleInOrganization,
  removeMemberFromOrg: members.removeMemberFromOrg,
  endMemberSessions: members.endMemberSessions,
  listSignupLinks: invitations.listSignupLinks,
  deleteSignupLink: invitations.deleteSignupLink,
  resendSignupLink: invitations.resendSignupLink,
  getInvite: invitations.getInvite,
  acceptInvite: invitations.acceptInvite,
  declineInvite: invitations.declineInvite,
  listOwnInvites: invitations.listOwnInvites,
  organizationForCurrentDomain: organizations.organizationForCurrentDomain,
  listOrganizations: organizations.listOrganizations,
  getOrganization: organizations.getOrganization,
  changeOrganization: organizations.changeOrganization,
  verifyDomain: organizations.verifyDomain,
  checkAddress: organizations.checkAddress,
  listBatches: batches.listBatches,
  createBatch: batches.createBatch,
  getBatch: batches.getBatch,
  changeBatch: batches.changeBatch,
  listProcesses: processes.listProcesses,
  createProcess: processes.createProcess,
  getProcess: processes.getProcess,
  changeProcess: processes.changeProcess,
  getProcessImpact: processes.getProcessImpact,
  deleteProcess: processes.deleteProcess,
  listPaymentModels: paymentModels.listPaymentModels,
  createPaymentModel: paymentModels.createPaymentModel,
  getPaymentModel: paymentModels.getPaymentModel,
  changePaymentModel: paymentModels.changePaymentModel,
  deletePaymentModel: paymentModels.deletePaymentModel,
  myPaymentAccounts: paymentAccounts.myPaymentAccounts,
  listPaymentAccounts: paymentAccounts.listPaymentAccounts,
  previewPlanChange: paymentAccounts.previewPlanChange,
  payInvoice: paymentAccounts.payInvoice,
  voidInvoice: paymentAccounts.voidInvoice,
  listEmailTemplates: emailTemplates.listEmailTemplates,
  createEmailTemplate: emailTemplates.createEmailTemplate,
  getEmailTemplate: emailTemplates.getEmailTemplate,
  changeEmailTemplate: emailTemplates.changeEmailTemplate,
  deleteEmailTemplate: emailTemplates.deleteEmailTemplate,
  testEmailTemplate: emailTemplates.testEmailTemplate,
  previewEmailTemplate: emailTemplates.previewEmailTemplate,
  sendEmailTemplate: emailTemplates.sendEmailTemplate,
  listMessages: messages.listMessages,
  sendMessageAgain: messages.sendMessageAgain,
  testMail: messages.testMail,
  listApplications: applications.listApplications,
  searchApplicants: applications.searchApplicants,
  submitApplication: applications.submitApplication,
  startBulk: bulk.startBulk,
  previewBulk: bulk.previewBulk,
  listBulks: bulk.listBulks,
  getBulk: bulk.getBulk,
  undoBulk: bulk.undoBulk,
  startImport: bulk.startImport,
  previewImport: bulk.previewImport,
  importRows: bulk.importRowsInto,
  getApplication: applications.getApplication,
  changeApplication: applications.changeApplication,
  getApplicationHistory: applications.getApplicationHistory,
  recordActivity: applications.recordActivity,
  eventScheduled: scheduling.eventScheduled,
  testCalendly: scheduling.testCalendly,
  listEventTypes: events.listEventTypes,
  pullEvents: events.pullEvents,
  listWebhooks: webhooks.listWebhooks,
  createWebhook: webhooks.createWebhook,
  getWebhook: webhooks.getWebhook,
  changeWebhook: webhooks.changeWebhook,
  deleteWebhook: webhooks.deleteWebhook,
  rotateWebhookSecret: webhooks.rotateWebhookSecret,
  sendWebhook: webhooks.sendWebhook,
  organizationVersions: organizations.organizationVersions,
  restoreOrganization: organizations.restoreOrganization,
  batchVersions: batches.batchVersions,
  restoreBatch: batches.restoreBatch,
  processVersions: processes.processVersions,
  restoreProcess: processes.restoreProcess,
  paymentModelVersions: paymentModels.paymentModelVersions,
  restorePaymentModel: paymentModels.restorePaymentModel,
  emailTemplateVersions: emailTemplates.emailTemplateVersions,
  restoreEmailTemplate: emailTemplates.restoreEmailTemplate,
  assessmentTakers: assessments.assessmentTakers,
  providerCalls: assessments.providerCalls,
  testReport: assessments.testReport,
  assessmentVersions: assessments.assessmentVersions,
  restoreAssessment: assessments.restoreAssessment,
  webhookVersions: webhooks.webhookVersions,
  restoreWebhook: webhooks.restoreWebhook,
  listSavedReports: savedReports.listSavedReports,
  getReportCatalogue: savedReports.getReportCatalogue,
  previewReport: savedReports.previewReport,
  createSavedReport: savedReports.createSavedReport,
  getSavedReport: savedReports.getSavedReport,
  getReportResult: savedReports.getReportResult,
  getReportCsv: savedReports.getReportCsv,
  getReportApplications: savedReports.getReportApplications,
  getReportProgress: savedReports.getReportProgress,
  changeSavedReport: savedReports.changeSavedReport,
  pinReport: savedReports.pinReport,
  unpinReport: savedReports.unpinReport,
  deleteSavedReport: savedReports.deleteSavedReport,
  savedReportVersions: savedReports.savedReportVersions,
  restoreSavedReport: savedReports.restoreSavedReport,
  getAsOf: asOf.getAsOf,
  listAudit: audit.listAudit,
  recordExport: audit.recordExport,
  reportOverview: overview.reportOverview,
  reportForecast: forecast.reportForecast,
  reportFunnel: funnel.reportFunnel,
  reportMembers: funnel.reportMembers,
  whatIf: whatIf.whatIf,
  exportMe: privacy.exportMe,
  deleteMe: privacy.deleteMe,
  erasePerson: privacy.erasePerson,
  upload: files.upload,
  dynamicUpload: files.dynamicUpload,
  download: files.download,
  deleteFile: files.deleteFile,
  listAssessments: assessments.listAssessments,
  createAssessment: assessments.createAssessment,
  getAssessment: assessments.getAssessment,
  changeAssessment: assessments.changeAssessment,
  listSolutions: solutions.listSolutions,
  startSolution: solutions.startSolution,
  getSolution: solutions.getSolution,
  changeSolution: solutions.changeSolution,
  inboundWebhook: solutions.inboundWebhook,
  live: live.live,
  healthz: operations.healthz,
  readyz: operations.readyz,
  metrics: operations.metrics,
  openapi: operations.openapi,
  docs: operations.docs,
  listProjections: projections.listProjections,
  rebuildProjection: projections.rebuildProjection,
  skipEvent: projections.skipEvent,
  listProjectionDocuments: projections.listProjectionDocuments,
} as const satisfies Record<string, Endpoint>;

export type Endpoints = typeof ENDPOINTS;
export type EndpointName = keyof Endpoints;
