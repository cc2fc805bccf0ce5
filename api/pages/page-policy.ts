import { extname } from 'node:path';
import type { Request, RequestHandler } from 'express';
import type { Logger } from 'pino';
import { ANALYTICS_METRICS, isCounted } from '../../domain/organization/analytics.ts';
import { cleanAnalyticsId } from '../../domain/organization/details.ts';
import { EMBED_PAGE, matchPage } from '../../domain/values/pages.ts';
import type { OrganizationDocument } from '../../projections/organizations.ts';
import type { Site } from '../config/config.ts';
import { id } from '../contract/values.ts';
import { type Analytics, contentSecurityPolicy } from '../http/content-security-policy.ts';
import { currentOrganization } from '../http/current-organization.ts';
import type { ReadModels } from '../read-models/read-models.ts';

const NAMING = ['applyTo', 'applyToBatch'] as const;

/** What a path names an organization by. */
const organizationIn = (path: string): string | undefined =>
  NAMING.map((page) => matchPage(page, path)?.organization).find((name) => name !== undefined);

interface Pages {
  readonly readModels: Pick<ReadModels, 'organizations' | 'batches'>;
  readonly site: Site;
  readonly logger: Logger;
  readonly isDevelopment: boolean;
}

/**
 * What single pages are allowed beyond every answer's headers: scripts that count visits, where their organization has set
 * them up, and a place in other sites' frames, where the batch is for it. What cannot be found out is not allowed.
 */
export function pagePolicy(pages: Pages): RequestHandler {
  const { isDevelopment, logger } = pages;
  return async (request, response, next) => {
    const { path } = request;
    const isPage = extname(path) === '' || path === EMBED_PAGE;
    if (!isPage || (request.method !== 'GET' && request.method !== 'HEAD')) return next();
    try {
      if (path === EMBED_PAGE) {
        if (await isEmbeddable(request, pages)) {
          response.setHeader('Content-Security-Policy', contentSecurityPolicy({ isDevelopment, mayBeFramed: true }));
          response.removeHeader('X-Frame-Options');
        }
        return next();
      }
      const analytics = await analyticsAt(request, pages);
      if (analytics.google || analytics.facebook) {
        response.setHeader('Content-Security-Policy', contentSecurityPolicy({ isDevelopment, analytics }));
        response.setHeader('Server-Timing', metricsOf(analytics));
      }
    } catch (error) {
      logger.warn({ err: error, requestId: response.locals.requestId }, 'a page is served with the strictest policy');
    }
    next();
  };
}

/** Tells the page's own code which ids it was allowed to use: it cannot read its policy. */
const metricsOf = ({ google, facebook }: Analytics): string =>
  [
    ...(google ? [`${ANALYTICS_METRICS.google};desc="${google}"`] : []),
    ...(facebook ? [`${ANALYTICS_METRICS.facebook};desc="${facebook}"`] : []),
  ].join(', ');

async function analyticsAt(request: Request, pages: Pages): Promise<Analytics> {
  const [path = '', ...query] = request.originalUrl.split('?');
  if (!isCounted(path, query.join('?'))) return { google: null, facebook: null };
  const organization = await organizationAt(request, organizationIn(path), pages);
  const cleaned = (text: string | null | undefined) => cleanAnalyticsId(text ?? '') || null;
  return {
    google: cleaned(organization?.googleAnalyticsId),
    facebook: cleaned(organization?.facebookPixelId),
  };
}

/** As for calls, but for the person: who asks for a page is not looked up. */
const organizationAt = (
  { query, hostname }: Request,
  named: string | undefined,
  { readModels, site }: Pages,
): Promise<OrganizationDocument | null> =>
  currentOrganization(readModels.organizations, site, {
    wanted: id.safeParse(named ?? query.organizationId).data,
    hostname: hostname ?? '',
    user: null,
  });

/** Also once it is closed, so that the frame can say so; a draft is nobody's to see. */
async function isEmbeddable(request: Request, pages: Pages): Promise<boolean> {
  const batchId = id.safeParse(request.query.batchId).data;
  if (batchId === undefined) return false;
  const { batches } = pages.readModels;
  const bySlug = async () => {
    const organization = await organizationAt(request, undefined, pages);
    if (!organization) return undefined;
    return (await batches.find({ organizationId: organization._id, slug: batchId }, { limit: 1 })).documents[0];
  };
  const batch = (await batches.get(batchId)) ?? (await bySlug());
  return batch?.enableEmbedding === true && batch.status !== 'Draft';
}
