import type { Request, RequestHandler } from 'express';
import type { Logger } from 'pino';
import { ANALYTICS_METRICS, isCounted, SCHOOL_METRIC } from '../../domain/organization/analytics.ts';
import { cleanAnalyticsId } from '../../domain/organization/details.ts';
import { EMBED_PAGE, matchPage } from '../../domain/values/pages.ts';
import type { BatchDocument } from '../../projections/batches.ts';
import type { OrganizationDocument } from '../../projections/organizations.ts';
import type { Site } from '../config/config.ts';
import { id } from '../contract/values.ts';
import { type Analytics, contentSecurityPolicy } from '../http/content-security-policy.ts';
import { currentOrganization } from '../http/current-organization.ts';
import type { ReadModels } from '../read-models/read-models.ts';
import { isPagePath } from './web-files.ts';

const NAMING = ['applyTo', 'applyToBatch'] as const;

const organizationIn = (path: string): string | undefined =>
  NAMING.map((page) => matchPage(page, path)?.organization).find((name) => name !== undefined);

interface Pages {
  readonly readModels: Pick<ReadModels, 'organizations' | 'batches'>;
  readonly site: Site;
  readonly logger: Logger;
  readonly isDevelopment: boolean;
}

/** Allows single pages analytics scripts, if the organization has them, and framing, if the batch allows it. */
export function pagePolicy(pages: Pages): RequestHandler {
  const { isDevelopment, logger } = pages;
  return async (request, response, next) => {
    const { path } = request;
    const isPage = isPagePath(path) || path === EMBED_PAGE;
    if (!isPage || (request.method !== 'GET' && request.method !== 'HEAD')) return next();
    try {
      if (path === EMBED_PAGE) {
        const batch = await embeddableAt(request, pages);
        if (batch) {
          response.setHeader('Content-Security-Policy', contentSecurityPolicy({ isDevelopment, mayBeFramed: true }));
          response.setHeader('Server-Timing', `${SCHOOL_METRIC};desc="${batch.organizationId}"`);
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
      logger.warn(
        { err: error, requestId: response.locals.requestId },
        'a page is served with the strictest content security policy',
      );
    }
    next();
  };
}

/** The page cannot read its policy, so it gets the allowed ids. */
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

/** Like the organization of a call, but without looking up the person. */
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

/** Also a closed batch, whose frame says so, but not a draft. */
async function embeddableAt(request: Request, pages: Pages): Promise<BatchDocument | null> {
  const batchId = id.safeParse(request.query.batchId).data;
  if (batchId === undefined) return null;
  const { batches } = pages.readModels;
  const bySlug = async () => {
    const organization = await organizationAt(request, undefined, pages);
    if (!organization) return undefined;
    return (await batches.find({ organizationId: organization._id, slug: batchId }, { limit: 1 })).documents[0];
  };
  const batch = (await batches.get(batchId)) ?? (await bySlug());
  return batch?.enableEmbedding === true && batch.status !== 'Draft' ? batch : null;
}
