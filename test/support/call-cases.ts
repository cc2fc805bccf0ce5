import { setTimeout as pause } from 'node:timers/promises';
import type { EndpointName } from '../../api/contract/endpoints.ts';
import { whenBuilt } from './reports.ts';
import { SAMPLE_FILES } from './sample-files.ts';
import { answers, freshEmail, PROCESS } from './school.ts';
import { aReport, aWebhook, PROVIDER_SECRET, type World } from './world.ts';

/**
 * The subject of a call: the service, the machine, an organization's list (of which applicants may see their part), a
 * thing that the public may see or only staff, or an application with its parts.
 */
export type About = 'service' | 'machine' | 'list' | 'own list' | 'public thing' | 'staff thing' | 'application';

export interface CallCase {
  readonly about: About;
  /** A harmless request; it first creates what it uses up. */
  readonly given: (world: World) => Given | Promise<Given>;
  /** The caller is signed out or deleted afterwards. */
  readonly endsSession?: true;
  /** Only the caller's own thing exists, so it finds nothing. */
  readonly findsNothing?: true;
}
export interface Given {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const withBody = (body: unknown): Given => (body === undefined ? {} : { body });
const service = (body?: unknown): CallCase => ({ about: 'service', given: () => withBody(body) });
const list = (body?: unknown): CallCase => ({ about: 'list', given: () => withBody(body) });
const process = (body?: unknown): CallCase => ({
  about: 'public thing',
  given: ({ processId }) => ({ params: { id: processId }, ...withBody(body) }),
});
const paymentModel = (body?: unknown): CallCase => ({
  about: 'staff thing',
  given: ({ paymentModelId }) => ({ params: { id: paymentModelId }, ...withBody(body) }),
});
const member = (body: object): CallCase => ({
  about: 'public thing',
  given: ({ organizationId: orgId }) => ({ body: { orgId, ...body } }),
});
/** A person with a new invitation by the Owner. */
async function invite({ organizationId: orgId, staff: { Owner } }: World) {
  const email = freshEmail();
  await Owner.call('addUserToOrg', { body: { orgId, email, role: 'Viewer' } });
  const { body } = await Owner.call('listSignupLinks');
  const invited = body.find((pending) => pending.email === email);
  if (!invited) throw new Error(`${email} was not invited`);
  return invited;
}
const invitation: CallCase = {
  about: 'staff thing',
  given: async (world) => ({ params: { id: (await invite(world))._id } }),
};
const webhook = (body?: unknown): CallCase => ({
  about: 'staff thing',
  given: ({ webhookId }) => ({ params: { id: webhookId }, ...withBody(body) }),
});
async function aReplay(world: World): Promise<[string, string]> {
  const id = await aWebhook(world);
  return [id, (await world.staff.Owner.call('replayWebhook', { params: { id }, body: {} })).body._id];
}
/** A message that could not be delivered. */
const webhookMessage: CallCase = {
  about: 'staff thing',
  async given(world) {
    const [id] = await aReplay(world);
    for (;;) {
      const { messages } = (await world.staff.Owner.call('listWebhookMessages', { params: { id } })).body;
      if (messages[0]) return { params: { id, number: String(messages[0].number) } };
      await pause(20);
    }
  },
};
const invoice: CallCase = {
  about: 'application',
  given: ({ accountId }) => ({ params: { id: accountId, n: '1' }, body: { note: 'By bank transfer' } }),
};
const emailTemplate = (body?: unknown): CallCase => ({
  about: 'staff thing',
  given: ({ emailTemplateId }) => ({ params: { id: emailTemplateId }, ...withBody(body) }),
});
const versioned = (idOf: (world: World) => string, body?: unknown): CallCase => ({
  about: 'staff thing',
  given: (world) => ({ params: { id: idOf(world) }, ...withBody(body) }),
});
const report = (body?: unknown): CallCase => ({
  about: 'staff thing',
  given: ({ reportId }) => ({ params: { id: reportId }, ...withBody(body) }),
});
const QUESTION = { events: ['ApplicationSubmitted'], where: [], groupBy: [], measure: { kind: 'count' } } as const;
/** A school has few reports, so each makes room for the next. */
async function reportBody({ staff, reportId }: World) {
  const { body } = await staff.Owner.call('listSavedReports');
  for (const { _id: id } of body) if (id !== reportId) await staff.Owner.call('deleteSavedReport', { params: { id } });
  return { name: 'Another report', ...QUESTION };
}
const builtReport: CallCase = {
  about: 'staff thing',
  async given({ staff, reportId: id }) {
    await whenBuilt(staff.Owner, id);
    return { params: { id } };
  },
};
const ofApplication = (body?: unknown): CallCase => ({
  about: 'application',
  given: ({ applicationId }) => ({ params: { id: applicationId }, ...withBody(body) }),
});

const interviewEmail: CallCase = {
  about: 'application',
  given: ({ applicationId, organizationId }) => ({
    body: { applicationId, templateId: `${organizationId}.interviewScheduled` },
  }),
};

const firstMessage: CallCase = {
  about: 'application',
  async given({ applicationId: id, staff }) {
    const { body } = await staff.Owner.call('listMessages', { params: { id } });
    return { params: { id, messageId: body[0]?._id ?? '' } };
  },
};

/** Of applications that do not exist. */
const bulkChange: CallCase = {
  about: 'staff thing',
  async given({ staff }) {
    const body = { applicationIds: ['nobodys'], action: { kind: 'assign', userId: null } };
    return { params: { id: (await staff.Owner.call('startBulk', { body })).body._id } };
  },
};

const picture = () => new File([SAMPLE_FILES.png], 'icon.png');
/** Staff have uploaded it for a form that was not submitted. */
async function fileOf({ staff }: World): Promise<{ fileId: string; fileName: string }> {
  const body = { uploadType: 'CV', file: new File([SAMPLE_FILES.pdf], 'cv.pdf') };
  const { fileId, fileName } = (await staff.Owner.call('dynamicUpload', { body })).body;
  return { fileId, fileName };
}

/**
 * One case for each call, for the tests of roles and refusals and the walk over the published description. A call
 * without one does not compile.
 */
export const CALL_CASES: Readonly<Record<EndpointName, CallCase>> = {
  signup: service({}),
  login: service({}),
  sendLoginLink: service({}),
  loginWithLink: service({}),
  sendResetLink: service({}),
  sendVerification: service(),
  resetPassword: service({}),
  verifyEmail: service({}),
  getUser: service(),
  changeName: service({}),
  changePassword: service({}),
  setFirstPassword: service({}),
  sendConfirmationCode: service(),
  confirmIdentity: service({}),
  listSessions: service(),
  endSession: { about: 'service', given: () => ({ params: { id: 'nobodys' } }), findsNothing: true },
  /** Anything that can be read would end the sessions of other tests. */
  endOtherSessions: service('not JSON'),
  getSecondFactors: service(),
  beginAuthenticator: service({}),
  confirmAuthenticator: service({}),
  renewRecoveryCodes: service({}),
  removeAuthenticator: service({}),
  beginPasskey: service(),
  addPasskey: service({}),
  renamePasskey: {
    about: 'service',
    given: () => ({ params: { id: 'nobodys' }, body: { name: 'Phone' } }),
    findsNothing: true,
  },
  removePasskey: { about: 'service', given: () => ({ params: { id: 'nobodys' } }), findsNothing: true },
  beginPasskeyConfirmation: service(),
  beginPasskeyLogin: service(),
  loginWithPasskey: service({}),
  getDraft: { about: 'service', given: () => ({ params: { form: 'apply' } }) },
  saveDraft: { about: 'service', given: () => ({ params: { form: 'apply' }, body: {} }) },
  getPreferences: service(),
  changePreferences: service({}),

  listUsers: list(),
  addUserToOrg: member({ email: '', role: 'Viewer' }),
  changeRoleInOrganization: member({ userId: 'nobody', role: 'Viewer' }),
  removeMemberFromOrg: member({ userId: 'nobody' }),
  endMemberSessions: member({ userId: 'nobody' }),
  resetSecondFactors: member({ userId: 'nobody' }),
  revokeMemberCalendar: member({ userId: 'nobody' }),
  listSignupLinks: list(),
  deleteSignupLink: invitation,
  resendSignupLink: invitation,
  getInvite: { about: 'service', given: async (world) => ({ params: { token: (await invite(world)).token ?? '' } }) },
  acceptInvite: service({}),
  declineInvite: service({}),
  listOwnInvites: service(),

  organizationForCurrentDomain: list(),
  listOrganizations: list(),
  getOrganization: { about: 'public thing', given: ({ organizationId: id }) => ({ params: { id } }) },
  changeOrganization: { about: 'public thing', given: ({ organizationId: id }) => ({ params: { id }, body: {} }) },

  listBatches: list(),
  createBatch: list({ name: 'Another batch' }),
  getBatch: { about: 'public thing', given: ({ batches }) => ({ params: { id: batches.Open } }) },
  changeBatch: { about: 'public thing', given: ({ batches }) => ({ params: { id: batches.Open }, body: {} }) },

  listProcesses: list(),
  createProcess: list({ json: JSON.stringify(PROCESS) }),
  getProcess: process(),
  changeProcess: process({ json: JSON.stringify(PROCESS) }),
  getProcessImpact: process({ json: JSON.stringify(PROCESS) }),
  deleteProcess: process(),

  listPaymentModels: { about: 'own list', given: () => ({}) },
  createPaymentModel: list({ name: 'Another plan' }),
  getPaymentModel: { about: 'application', given: ({ paymentModelId }) => ({ params: { id: paymentModelId } }) },
  changePaymentModel: paymentModel({}),
  deletePaymentModel: {
    about: 'staff thing',
    async given({ staff }) {
      const { body } = await staff.Owner.call('createPaymentModel', { body: { name: 'Nobody chose this' } });
      return { params: { id: body._id } };
    },
  },

  myPaymentAccounts: list(),
  listPaymentAccounts: { about: 'application', given: ({ accountId }) => ({ query: { applicationId: accountId } }) },
  listBookedAccounts: list(),
  previewPlanChange: {
    about: 'application',
    given: ({ accountId, paymentModelId }) => ({ params: { id: accountId }, query: { paymentModelId } }),
  },
  payInvoice: invoice,
  voidInvoice: invoice,
  listEmailTemplates: list(),
  createEmailTemplate: {
    about: 'list',
    given: () => ({ body: { name: crypto.randomUUID(), subject: 'Hello', body: 'Come and see us.' } }),
  },
  getEmailTemplate: emailTemplate(),
  changeEmailTemplate: emailTemplate({}),
  // The portal's own cannot be deleted, so it remains for the next caller.
  deleteEmailTemplate: {
    about: 'staff thing',
    given: ({ organizationId }) => ({ params: { id: `${organizationId}.interviewScheduled` } }),
  },
  testEmailTemplate: emailTemplate(),
  previewEmailTemplate: interviewEmail,
  sendEmailTemplate: interviewEmail,
  listMessages: ofApplication(),
  getMessage: firstMessage,
  sendMessageAgain: firstMessage,
  checkAddress: {
    about: 'public thing',
    given: ({ organizationId: id }) => ({ params: { id }, query: { field: 'slug', name: 'evening-school' } }),
  },
  verifyDomain: { about: 'public thing', given: ({ organizationId: id }) => ({ params: { id } }) },
  testMail: { about: 'public thing', given: ({ organizationId: id }) => ({ params: { id } }) },

  startBulk: list({ applicationIds: ['nobodys'], action: { kind: 'assign', userId: null } }),
  previewBulk: list({ applicationIds: ['nobodys'], action: { kind: 'assign', userId: null } }),
  listBulks: list(),
  listNotices: list(),
  getBulk: bulkChange,
  undoBulk: bulkChange,
  startImport: { ...list({ batchId: 'nobodys', sendsEmails: false }), findsNothing: true },
  previewImport: { ...list({ batchId: 'nobodys', rows: [{ row: 1, values: {} }] }), findsNothing: true },
  importRows: {
    about: 'staff thing',
    async given({ staff, batches }) {
      const body = { batchId: batches.Open, sendsEmails: false };
      const { _id: id } = (await staff.Owner.call('startImport', { body })).body;
      return { params: { id }, body: { rows: [{ row: 1, values: {} }] } };
    },
  },

  listApplications: list(),
  searchApplicants: { about: 'list', given: () => ({ query: { search: 'ana' } }) },
  submitApplication: {
    about: 'list',
    given: ({ batches }) => ({ body: { batchId: batches.Closed, ...answers(freshEmail()) } }),
  },
  getApplication: ofApplication(),
  changeApplication: ofApplication({}),
  getApplicationHistory: ofApplication(),
  recordActivity: {
    about: 'application',
    given: ({ applicationId }) => ({ body: { applicationId, activityEntries: [] } }),
  },

  eventScheduled: {
    about: 'application',
    given: ({ applicationId }) => ({
      body: { applicationId, eventUri: 'https://api.calendly.com/scheduled_events/A1', intiteeUri: '' },
    }),
  },
  testCalendly: { about: 'public thing', given: ({ organizationId: id }) => ({ params: { id } }) },

  listAssessments: { about: 'own list', given: () => ({}) },
  createAssessment: list({ name: 'Another assessment' }),
  getAssessment: { about: 'staff thing', given: ({ assessmentId: id }) => ({ params: { id } }) },
  changeAssessment: { about: 'staff thing', given: ({ assessmentId: id }) => ({ params: { id }, body: {} }) },
  listSolutions: { about: 'application', given: ({ applicationId }) => ({ query: { appId: applicationId } }) },
  startSolution: {
    about: 'application',
    given: ({ applicationId, assessmentId }) => ({ body: { applicationId, assessmentId } }),
  },
  getSolution: { about: 'application', given: ({ solutionId: id }) => ({ params: { id } }) },
  changeSolution: { about: 'application', given: ({ solutionId: id }) => ({ params: { id }, body: {} }) },
  inboundWebhook: {
    about: 'service',
    given: ({ organizationId, externalId }) => ({
      query: { organizationId, assessmentId: externalId },
      body: { content: JSON.stringify({ secretToken: PROVIDER_SECRET, event: 'ping' }) },
    }),
  },

  organizationVersions: versioned(({ organizationId }) => organizationId),
  changeFactorRequirement: {
    about: 'public thing',
    given: ({ organizationId: id }) => ({ params: { id }, body: { from: null } }),
  },
  restoreOrganization: versioned(({ organizationId }) => organizationId, { version: 0 }),
  batchVersions: versioned(({ batches }) => batches.Draft),
  restoreBatch: versioned(({ batches }) => batches.Draft, { version: 0 }),
  processVersions: versioned(({ processId }) => processId),
  restoreProcess: versioned(({ processId }) => processId, { version: 0 }),
  paymentModelVersions: versioned(({ paymentModelId }) => paymentModelId),
  restorePaymentModel: versioned(({ paymentModelId }) => paymentModelId, { version: 0 }),
  emailTemplateVersions: versioned(({ emailTemplateId }) => emailTemplateId),
  restoreEmailTemplate: versioned(({ emailTemplateId }) => emailTemplateId, { version: 0 }),
  assessmentTakers: { about: 'staff thing', given: ({ assessmentId: id }) => ({ params: { id } }) },
  providerCalls: { about: 'staff thing', given: ({ externalId: id }) => ({ params: { id } }) },
  testReport: { about: 'staff thing', given: ({ externalId: id }) => ({ params: { id }, body: { content: '{}' } }) },
  assessmentVersions: versioned(({ assessmentId }) => assessmentId),
  restoreAssessment: versioned(({ assessmentId }) => assessmentId, { version: 0 }),
  webhookVersions: versioned(({ webhookId }) => webhookId),
  restoreWebhook: versioned(({ webhookId }) => webhookId, { version: 0 }),

  listSavedReports: list(),
  getReportCatalogue: list(),
  previewReport: list(QUESTION),
  createSavedReport: { about: 'list', given: async (world) => ({ body: await reportBody(world) }) },
  getSavedReport: report(),
  getReportResult: report(),
  getReportCsv: builtReport,
  getReportApplications: {
    about: 'staff thing',
    async given({ staff, reportId: id }) {
      const { position } = await whenBuilt(staff.Owner, id);
      return { params: { id }, query: { position } };
    },
  },
  getReportProgress: report(),
  changeSavedReport: report({}),
  pinReport: report(),
  unpinReport: report(),
  deleteSavedReport: { about: 'staff thing', given: async (world) => ({ params: { id: await aReport(world) } }) },
  undeleteSavedReport: {
    about: 'staff thing',
    async given(world) {
      const params = { id: await aReport(world) };
      await world.staff.Owner.call('deleteSavedReport', { params });
      return { params };
    },
  },
  savedReportVersions: versioned(({ reportId }) => reportId),
  restoreSavedReport: versioned(({ reportId }) => reportId, { version: 0 }),

  getAsOf: { about: 'list', given: () => ({ query: { at: '2026-03-01T09:00:00Z' } }) },
  listAudit: list(),
  auditNotes: list(),
  listSecurityLog: list(),
  recordExport: list({ list: 'applications', filters: {} }),
  reportOverview: list(),
  trendsNotes: list(),
  reportForecast: list(),
  reportFunnel: list(),
  whatIf: { about: 'staff thing', given: ({ batches }) => ({ query: { batchId: batches.Open } }) },
  whatIfMembers: {
    about: 'staff thing',
    given: ({ batches }) => ({ query: { batchId: batches.Open, row: 'all', side: 'was' } }),
  },
  reportMembers: { about: 'list', given: () => ({ query: { group: 'applied' } }) },
  exportMe: service(),
  /** Anything that can be read would delete the account. */
  deleteMe: service('not JSON'),
  erasePerson: list({}),

  listEventTypes: list(),
  pullEvents: list(),
  listApiTokens: list(),
  createApiToken: list({ name: 'Mirror', scopes: ['events'] }),
  revokeApiToken: {
    about: 'staff thing',
    async given({ staff }) {
      const { body } = await staff.Owner.call('createApiToken', { body: { name: 'Mirror', scopes: ['read'] } });
      return { params: { id: body._id } };
    },
  },
  listCalendarFeeds: service(),
  issueCalendarFeed: {
    about: 'list',
    given: ({ organizationId }) => ({ body: { organizationId } }),
  },
  revokeCalendarFeed: { about: 'service', given: () => ({ params: { id: 'nobodys' } }), findsNothing: true },
  readCalendar: { about: 'service', given: () => ({ params: { key: 'nobodys' } }), findsNothing: true },
  getDailyDigest: service(),
  changeDailyDigest: service({ isOn: false }),
  endDailyDigest: { about: 'service', given: () => ({ params: { key: 'nobodys' } }), findsNothing: true },
  listWebhooks: list(),
  createWebhook: list({ name: 'Another one', targetUrl: 'http://hook.invalid/hook' }),
  getWebhook: webhook(),
  changeWebhook: webhook({}),
  deleteWebhook: { about: 'staff thing', given: async (world) => ({ params: { id: await aWebhook(world) } }) },
  rotateWebhookSecret: webhook(),
  endFormerSecret: webhook(),
  sendWebhook: webhook(),
  pauseWebhook: webhook(),
  enableWebhook: webhook({ missed: 'send' }),
  listWebhookMessages: webhook(),
  getWebhookMessage: webhookMessage,
  redeliverWebhookMessage: webhookMessage,
  skipWebhookMessage: webhookMessage,
  listWebhookReplays: webhook(),
  replayWebhook: {
    about: 'staff thing',
    given: async (world) => ({ params: { id: await aWebhook(world) }, body: {} }),
  },
  changeWebhookReplay: {
    about: 'staff thing',
    async given(world) {
      const [id, replayId] = await aReplay(world);
      return { params: { id, replayId }, body: { state: 'paused' } };
    },
  },
  upload: {
    about: 'public thing',
    given: ({ batches }) => ({
      body: { targetType: 'batch', targetId: batches.Open, uploadType: 'iconFile', file: picture() },
    }),
  },
  dynamicUpload: list({}),
  download: { about: 'staff thing', given: async (world) => ({ params: await fileOf(world) }) },
  deleteFile: {
    about: 'staff thing',
    async given(world) {
      const { fileId } = await fileOf(world);
      return { params: { fileId } };
    },
  },

  live: { about: 'service', given: () => ({ query: { once: 'true' } }) },
  healthz: service(),
  readyz: service(),
  metrics: { about: 'machine', given: () => ({}) },
  openapi: service(),
  docs: service(),
  listProjections: service(),
  listProjectionDocuments: { about: 'service', given: () => ({ params: { name: 'nobodys' } }), findsNothing: true },
  skipEvent: {
    about: 'service',
    given: () => ({ params: { name: 'users' }, body: { eventId: 'nobodys', position: '1', reason: 'It is unknown' } }),
  },
  rebuildProjection: { about: 'service', given: () => ({ params: { name: 'users' } }) },

  logout: { about: 'service', given: () => ({}), endsSession: true },
};
