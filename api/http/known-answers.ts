import type { Request, Response } from 'express';
import { can } from '../../domain/access/policy.ts';
import { dashboardOrder, FIRST_BATCHES } from '../../domain/batch/on-dashboard.ts';
import type { Endpoint, ResponseOf } from '../contract/endpoint.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import type { Known } from '../contract/known.ts';
import type { ReadModels } from '../read-models/read-models.ts';
import { findOrganization } from './current-organization.ts';
import type { FairShares } from './fair-shares.ts';
import type { RequestContext } from './request-context.ts';
import { costOfPage, PAGE_MS, principalOf } from './request-cost.ts';
import type { Address, ContextOf, Route } from './route.ts';
import { Serialised } from './serialised.ts';

/** Asks the routes themselves, as the page would: who may see what is decided in one place only. */
export type KnownAnswers = (request: Request, response: Response) => Promise<Answered | null>;

interface Answered {
  readonly known: Known;
  /** Must be called once, with the length of the page that was drawn with them, which is charged. */
  readonly drawn: (characters: number) => void;
}

interface Asker {
  readonly context: RequestContext;
  readonly response: Response;
}

const DASHBOARD = /^\/admin\/dashboard\/?$/;
const PROGRAMS = /^\/(?:enroll|apply)\/?$/;
const NAMED = /^\/apply\/([\w-]+)(?:\/[\w-]+)?\/?$/;
const APPLICATION = /^\/application\/([\w-]+)\/?$/;
const ASSESSMENT = /^\/applications\/([\w-]+)\/assessments\/([\w-]+)\/?$/;

/**
 * What a page's first calls would answer; null where they are the page's own business, where no school lives, and where the
 * client has used up its share: its page then asks for itself, and waits.
 */
export function createKnownAnswers({
  routes,
  contextOf,
  readModels,
  shares,
}: {
  routes: readonly Route[];
  contextOf: ContextOf;
  readModels: ReadModels;
  shares: FairShares;
}): KnownAnswers {
  const byEndpoint = new Map(routes.map((route) => [route.endpoint, route]));

  async function ask<E extends Endpoint>(endpoint: E, asker: Asker, address?: Address) {
    const result = await byEndpoint.get(endpoint)?.read(asker.context, asker.response, address);
    if (!result?.ok) return undefined;
    return (result.value instanceof Serialised ? JSON.parse(result.value.text) : result.value) as ResponseOf<E>;
  }

  async function programsOf(asker: Asker) {
    const [batches, mine] = await Promise.all([
      ask(ENDPOINTS.listBatches, asker),
      asker.context.user ? ask(ENDPOINTS.listApplications, asker, { query: { filter: 'mine' } }) : undefined,
    ]);
    return batches && { batches, ...(mine ? { mine } : {}) };
  }

  async function namedBy(name: string, asker: Asker) {
    const organization = await findOrganization(readModels.organizations, name);
    if (!organization) return undefined;
    const there = { ...asker, context: { ...asker.context, organization } };
    const [shown, programs] = await Promise.all([
      ask(ENDPOINTS.getOrganization, there, { params: { id: name } }),
      programsOf(there),
    ]);
    if (!shown || !programs) return undefined;
    const { batches, ...rest } = programs;
    return { ...rest, named: { name, organization: shown, batches } };
  }

  async function applicationOf(id: string, asker: Asker) {
    const application = await ask(ENDPOINTS.getApplication, asker, { params: { id } });
    const batch = application && (await ask(ENDPOINTS.getBatch, asker, { params: { id: application.batchId } }));
    if (!batch) return undefined;
    const { processId } = batch;
    const about = { params: { id: processId ?? '' }, query: { applicationId: id } };
    const process = processId === null ? null : await ask(ENDPOINTS.getProcess, asker, about);
    return process === undefined ? undefined : { application: { application, batch, process } };
  }

  /** Staff look at what the questions were when somebody began: their page asks for itself. */
  async function assessmentOf(id: string, applicationId: string, asker: Asker) {
    const application = await ask(ENDPOINTS.getApplication, asker, { params: { id: applicationId } });
    if (!application?.userId || application.userId !== asker.context.user?._id) return undefined;
    const [batch, solutions, assessment] = await Promise.all([
      ask(ENDPOINTS.getBatch, asker, { params: { id: application.batchId } }),
      ask(ENDPOINTS.listSolutions, asker, { query: { appId: applicationId } }),
      ask(ENDPOINTS.getAssessment, asker, { params: { id }, query: { applicationId } }),
    ]);
    if (!batch || !solutions || !assessment) return undefined;
    return {
      assessment: { application, batch, solutions, assessment, date: new Date(asker.context.at).toUTCString() },
    };
  }

  /** Its lists are long and come by themselves; whoever may not read them is told so by the page. */
  async function ofDashboard(address: URLSearchParams, asker: Asker) {
    const { actor, organization } = asker.context;
    if (!can(actor, 'application.list', { organizationId: organization?._id ?? null })) return undefined;
    const batches = await ask(ENDPOINTS.listBatches, asker);
    return batches && { firstBatches: dashboardOrder(batches, address).slice(0, FIRST_BATCHES) };
  }

  function ofPage({ path, url }: Request, asker: Asker) {
    if (DASHBOARD.test(path)) return ofDashboard(new URLSearchParams(url.split('?')[1]), asker);
    if (PROGRAMS.test(path)) return programsOf(asker);
    const [, name] = NAMED.exec(path) ?? [];
    if (name) return namedBy(name, asker);
    const [, id] = APPLICATION.exec(path) ?? [];
    if (id) return applicationOf(id, asker);
    const [, applicationId, assessmentId] = ASSESSMENT.exec(path) ?? [];
    return applicationId && assessmentId ? assessmentOf(assessmentId, applicationId, asker) : undefined;
  }

  async function ofRequest(request: Request, asker: Asker): Promise<Known | null> {
    const page = await ofPage(request, asker);
    if (!page) return null;
    const [organization, user] = await Promise.all([
      ask(ENDPOINTS.organizationForCurrentDomain, asker),
      asker.context.user ? ask(ENDPOINTS.getUser, asker) : null,
    ]);
    return organization && user !== undefined ? { organization, user, ...page } : null;
  }

  return async (request, response) => {
    const context = await contextOf(request, response, ENDPOINTS.organizationForCurrentDomain);
    if (!context.organization) return null;
    const release = shares.tryAcquire(principalOf(context), { costMs: PAGE_MS, lane: 'small' });
    if (!release) return null;
    let known: Known | null = null;
    try {
      known = await ofRequest(request, { context, response });
    } finally {
      if (!known) release(0);
    }
    return known && { known, drawn: (characters) => release(costOfPage(characters)) };
  };
}
