import { z } from 'zod';
import { FACTOR_NEEDED_TYPE } from '../../domain/access/confirmation.ts';
import { MAX_LIMIT_DAYS } from '../../domain/application/overdue.ts';
import { APPLICATION_STATUSES } from '../../domain/application/statuses.ts';
import {
  ADDRESS_FIELDS,
  ANALYTICS_ID,
  COLOR,
  DOMAIN,
  FACEBOOK_ID_LIMIT,
  GOOGLE_ID_LIMIT,
  LABEL,
} from '../../domain/organization/details.ts';
import { SHORT_PARAGRAPH_LIMIT, TEXT_LIMIT } from '../../domain/text/text-limits.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { endpoint } from './endpoint.ts';
import { published } from './published.ts';
import {
  asOfQuery,
  calendarDay,
  email,
  fileReferenceSchema,
  idParams,
  instant,
  orNull,
  paragraph,
  seenText,
  text,
  textOf,
  version,
  versionText,
} from './values.ts';
import { restoreOf, versionsOf } from './versions.ts';

const shortParagraph = published(paragraph, { type: ['string', 'null'], maxLength: SHORT_PARAGRAPH_LIMIT });

/** An application is overdue after `days` in `status`. */
export const statusLimitSchema = z.object({ status: z.enum(APPLICATION_STATUSES), days: z.int() });

/** The first part is public; members also get the rest. Secrets are masked. */
export const organizationSchema = z.object({
  _id: z.string(),
  version,
  name: z.string(),
  description: z.string().nullable(),
  slug: z.string(),
  subdomain: z.string().nullable(),
  fullDomain: z.string().nullable(),
  /** A `pending` domain leads nowhere until it is verified. */
  fullDomainState: z.enum(['pending', 'proven']).nullable(),
  logoFile: fileReferenceSchema.nullable(),
  iconFile: fileReferenceSchema.nullable(),
  /** `#rrggbb`, or null for the default. */
  accentColor: z.string().nullable(),
  timeZone: z.string(),
  googleAnalyticsId: z.string().nullable(),
  facebookPixelId: z.string().nullable(),
  contactText: z.string().nullable(),
  /** For signed-in people. */
  contractText: z.string().nullable().optional(),
  paymentText: z.string().nullable().optional(),
  fullDomainRecord: z
    .object({ name: z.string(), type: z.literal('TXT'), value: z.string() })
    .nullable()
    .optional(),
  /** The DNS record is missing: the domain stops working at this time unless the record returns. */
  fullDomainKeptUntil: instant.nullable().optional(),
  sendGridEmailAddress: z.string().nullable().optional(),
  statusLimits: z.array(statusLimitSchema).optional(),
  /** From this day on, in the school's time zone, its staff need a second factor; null if they need none. */
  secondFactorFrom: calendarDay.nullable().optional(),
  /** For Owners; masked. */
  sendGridApiKey: z.string().nullable().optional(),
  calendlyAccessToken: z.string().nullable().optional(),
});
export type Organization = z.infer<typeof organizationSchema>;

export const organizationForCurrentDomain = endpoint({
  method: 'GET',
  path: '/api/organizationForCurrentDomain',
  capability: 'organization.readPublic',
  summary: 'The organization of this host, or of the organizationId in the query; null if none.',
  response: organizationSchema.nullable(),
});
export const listOrganizations = endpoint({
  method: 'GET',
  path: '/api/organizations',
  capability: 'organization.readPublic',
  summary:
    'Names of organizations: all if HOST and PUBLIC_URL are loopback and NODE_ENV is not production; else those where the person has a role or an application.',
  response: z.array(organizationSchema.pick({ _id: true, name: true, slug: true })),
});
export const getOrganization = endpoint({
  method: 'GET',
  path: '/api/organizations/{id}',
  capability: 'organization.readPublic',
  summary:
    'One organization, by id or slug. `asOf` returns it as of a time, `version` one of its versions, both to members; `version` takes precedence.',
  params: idParams,
  query: asOfQuery.extend({ version: versionText.optional() }),
  response: organizationSchema,
});
export const changeOrganization = endpoint({
  method: 'PUT',
  path: '/api/organizations/{id}',
  capability: 'organization.write',
  confirmation: 'sometimes',
  summary: 'Changes what differs. Only Owners change the keys of external services.',
  params: idParams,
  body: z.object({
    version: version.nullish(),
    name: seenText(),
    description: paragraph,
    slug: published(text, { type: 'string', pattern: LABEL.source }),
    subdomain: textOf(LABEL),
    fullDomain: textOf(DOMAIN),
    logoFile: fileReferenceSchema.nullish(),
    iconFile: fileReferenceSchema.nullish(),
    accentColor: textOf(COLOR),
    timeZone: published(text, { type: 'string', enum: ['UTC', ...Intl.supportedValuesOf('timeZone')] }),
    googleAnalyticsId: textOf(ANALYTICS_ID, GOOGLE_ID_LIMIT),
    facebookPixelId: textOf(ANALYTICS_ID, FACEBOOK_ID_LIMIT),
    sendGridEmailAddress: published(text, orNull(email)),
    sendGridApiKey: text,
    calendlyAccessToken: text,
    contactText: shortParagraph,
    contractText: shortParagraph,
    paymentText: shortParagraph,
    statusLimits: z
      .array(
        z.object({
          status: z.enum(APPLICATION_STATUSES, TEXTS.applications.statusUnknown),
          days: published(z.number(), { type: 'integer', minimum: 1, maximum: MAX_LIMIT_DAYS }),
        }),
      )
      .max(APPLICATION_STATUSES.length)
      .nullish(),
  }),
  response: organizationSchema,
});
export const verifyDomain = endpoint({
  method: 'POST',
  path: '/api/organizations/{id}/verifyDomain',
  capability: 'organization.write',
  summary: 'Checks the DNS record that verifies the domain, as the portal does daily; 422 says what is missing.',
  params: idParams,
  response: organizationSchema,
});
export const checkAddress = endpoint({
  method: 'GET',
  path: '/api/organizations/{id}/addressCheck',
  capability: 'organization.write',
  summary: 'Whether the organization can have this slug, subdomain or domain, and where it would lead.',
  params: idParams,
  query: z.object({ field: z.enum(ADDRESS_FIELDS), name: z.string().max(TEXT_LIMIT) }),
  response: z.object({
    /** Null: it is free, or the organization has it. */
    problem: z.string().nullable(),
    /** Where it leads; null with a problem, or if the portal serves no such addresses. */
    url: z.string().nullable(),
  }),
});

export const changeFactorRequirement = endpoint({
  method: 'PUT',
  path: '/api/organizations/{id}/secondFactor',
  capability: 'organization.requireFactors',
  confirmation: 'always',
  summary: `From the beginning of the day \`from\`, calls of its staff without a second factor are refused as ${FACTOR_NEEDED_TYPE}. Null ends the requirement. Only an Owner who has a second factor sets it.`,
  params: idParams,
  body: z.object({
    from: published(z.string().max(TEXT_LIMIT).nullable(), { type: ['string', 'null'], format: 'date' }),
  }),
  response: organizationSchema,
});

export const organizationVersions = versionsOf('organizations');
export const restoreOrganization = {
  ...restoreOf('organizations', 'organization.write', organizationSchema),
  /** A former version may have other domains. */
  confirmation: 'always',
} as const;
