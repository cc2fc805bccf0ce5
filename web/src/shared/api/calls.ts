import type { BodyOf, ParamsOf, QueryOf, ResponseOf } from '../../../../api/contract/endpoint.ts';
import type { EndpointName, Endpoints } from '../../../../api/contract/endpoints.ts';
import { type Method, type RequestOptions, request } from './api-client.ts';

/**
 * Method and path of the calls that the pages make. The contract's schemas stay on the server (zod weighs 19 kB), so
 * only its types come from there; a test holds this table and the contract together.
 */
export const CALLS = {
  signup: ['POST', '/api/signup'],
  login: ['POST', '/api/login'],
  logout: ['POST', '/api/logout'],
  sendResetLink: ['POST', '/api/sendResetLink'],
  sendVerification: ['POST', '/api/sendVerification'],
  resetPassword: ['POST', '/api/resetPassword'],
  getUser: ['GET', '/api/user'],
  listUsers: ['GET', '/api/users'],
  verifyEmail: ['POST', '/api/verifyEmail'],
  changePassword: ['POST', '/api/password'],
  listSessions: ['GET', '/api/sessions'],
  endSession: ['DELETE', '/api/sessions/{id}'],
  exportMe: ['GET', '/api/me/export'],
  deleteMe: ['POST', '/api/me/delete'],
  getInvite: ['GET', '/api/invites/{token}'],
  acceptInvite: ['POST', '/api/invites/accept'],
  declineInvite: ['POST', '/api/invites/decline'],
  listOwnInvites: ['GET', '/api/me/invites'],
  organizationForCurrentDomain: ['GET', '/api/organizationForCurrentDomain'],
  listOrganizations: ['GET', '/api/organizations'],
  getOrganization: ['GET', '/api/organizations/{id}'],
  changeOrganization: ['PUT', '/api/organizations/{id}'],
  listBatches: ['GET', '/api/batches'],
  getBatch: ['GET', '/api/batches/{id}'],
  getProcess: ['GET', '/api/processConfigBlobs/{id}'],
  listProcesses: ['GET', '/api/processConfigBlobs'],
  listApplications: ['GET', '/api/applications'],
  submitApplication: ['POST', '/api/applications'],
  getApplication: ['GET', '/api/applications/{id}'],
  changeApplication: ['PUT', '/api/applications/{id}'],
  getApplicationHistory: ['GET', '/api/applications/{id}/history'],
  listBulks: ['GET', '/api/applications/bulk'],
  getBulk: ['GET', '/api/applications/bulk/{id}'],
  previewBulk: ['POST', '/api/applications/bulk/preview'],
  startBulk: ['POST', '/api/applications/bulk'],
  undoBulk: ['POST', '/api/applications/bulk/{id}/undo'],
  upload: ['POST', '/api/upload'],
  dynamicUpload: ['POST', '/api/dynamicUpload'],
  listPaymentModels: ['GET', '/api/paymentModels'],
  getPaymentModel: ['GET', '/api/paymentModels/{id}'],
  listAssessments: ['GET', '/api/assessments'],
  listSolutions: ['GET', '/api/solutions'],
  eventScheduled: ['POST', '/api/eventScheduled'],
  getPreferences: ['GET', '/api/preferences'],
  changePreferences: ['PUT', '/api/preferences'],
  getDraft: ['GET', '/api/drafts/{form}'],
  saveDraft: ['PUT', '/api/drafts/{form}'],
  getAssessment: ['GET', '/api/assessments/{id}'],
  startSolution: ['POST', '/api/solutions'],
  changeSolution: ['PUT', '/api/solutions/{id}'],
  myPaymentAccounts: ['GET', '/api/myPaymentAccounts'],
  listPaymentAccounts: ['GET', '/api/paymentAccounts'],
  previewPlanChange: ['GET', '/api/paymentAccounts/{id}/preview'],
  payInvoice: ['POST', '/api/paymentAccounts/{id}/invoices/{n}/pay'],
  voidInvoice: ['POST', '/api/paymentAccounts/{id}/invoices/{n}/void'],
  listEmailTemplates: ['GET', '/api/emailTemplates'],
  previewEmailTemplate: ['POST', '/api/sendEmailTemplate/preview'],
  sendEmailTemplate: ['POST', '/api/sendEmailTemplate'],
  listMessages: ['GET', '/api/applications/{id}/messages'],
  sendMessageAgain: ['POST', '/api/applications/{id}/messages/{messageId}/sendAgain'],
  recordActivity: ['POST', '/api/userActivity'],
} as const satisfies Partial<Record<EndpointName, readonly [Method, string]>>;
export type CallName = keyof typeof CALLS;

type Given<Name extends string, Value> = undefined extends Value
  ? { readonly [N in Name]?: Value }
  : { readonly [N in Name]: Value };

/** `organizationId` selects another organization than the address stands for (D7). */
type Query<Name extends CallName> = (undefined extends QueryOf<Endpoints[Name]>
  ? unknown
  : QueryOf<Endpoints[Name]>) & {
  readonly organizationId?: string;
};

/** What a call takes: `params` of its path, `query`, `body`, as its contract says. */
export type CallInput<Name extends CallName> = Given<'params', ParamsOf<Endpoints[Name]>> &
  Given<'body', BodyOf<Endpoints[Name]>> & { readonly query?: Query<Name> } & Pick<
    RequestOptions,
    'signal' | 'idempotencyKey'
  >;

export type Answer<Name extends CallName> = ResponseOf<Endpoints[Name]>;

/** Fills `{name}` in a path; what a visitor typed into the address bar stays one segment. */
export const pathWith = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

/** Makes one call of the API, typed by its contract. */
export function call<Name extends CallName>(
  name: Name,
  ...[input]: Record<never, never> extends CallInput<Name> ? [CallInput<Name>?] : [CallInput<Name>]
): Promise<Answer<Name>> {
  const [method, path] = CALLS[name];
  const { params, ...options } = (input ?? {}) as { params?: Record<string, string> } & RequestOptions;
  return request<Answer<Name>>(method, pathWith(path, params ?? {}), options);
}
