import { faultOfLimits, type StatusLimit } from '../application/status-limits.ts';
import { rankOf } from '../application/statuses.ts';
import {
  type FieldRule,
  type FieldRules,
  optionalFile,
  optionalForm,
  optionalText,
  requiredForm,
  requiredName,
} from '../configuration/field-rules.ts';
import { PARAGRAPH_LIMIT, SHORT_PARAGRAPH_LIMIT } from '../text/text-limits.ts';
import { TEXTS } from '../text/texts.ts';
import { isEmail } from '../values/email.ts';
import { looksLikeId } from '../values/ids.ts';
import type { OrganizationDetails } from './events.ts';

export const ADDRESS_FIELDS = ['slug', 'subdomain', 'fullDomain'] as const satisfies (keyof OrganizationDetails)[];
export type AddressField = (typeof ADDRESS_FIELDS)[number];

export const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
export const DOMAIN = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;
export const COLOR = /^#[0-9a-f]{6}$/;
export const GOOGLE_ID_LIMIT = 16;
export const FACEBOOK_ID_LIMIT = 17;

/** A slug or subdomain is one label of a host name (RFC 1123 §2.1). */
export const isHostLabel = (text: string): boolean => LABEL.test(text);

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
  } catch {
    return false;
  }
  // Intl also accepts offsets such as +08:00, which have no daylight saving time.
  return /^[A-Za-z]/.test(name);
}

/** In its usual spelling; older names of a zone stay as they are. */
export function cleanTimeZone(typed: string): string {
  const name = typed.trim();
  if (!isTimeZone(name)) return name;
  const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
  return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name;
}

export const ANALYTICS_ID = /^[A-Za-z0-9-]*$/;
export const cleanAnalyticsId = (id: string): string => id.replaceAll(/[^A-Za-z0-9-]/g, '');

const slugForm = requiredForm('Slug', isHostLabel, TEXTS.organizations.slugInvalid);
const slugRule: FieldRule<string> = (wanted) =>
  looksLikeId(wanted?.trim() ?? '') ? { message: TEXTS.documents.slugLikeId } : slugForm(wanted);

const statusLimitsRule: FieldRule<StatusLimit[]> = (wanted) => {
  const limits = wanted ?? [];
  const message = faultOfLimits(limits);
  if (message !== null) return { message };
  const inOrder = limits.map(({ status, days }) => ({ status, days }));
  return { value: inOrder.toSorted((one, other) => rankOf(one.status) - rankOf(other.status)) };
};

export const ORGANIZATION_RULES: FieldRules<OrganizationDetails> = {
  name: requiredName,
  description: optionalText(PARAGRAPH_LIMIT),
  slug: slugRule,
  subdomain: optionalForm(isHostLabel, TEXTS.organizations.subdomainInvalid),
  fullDomain: optionalForm(
    (domain) => DOMAIN.test(domain),
    TEXTS.organizations.domainInvalid,
    (domain) => domain.trim().toLowerCase(),
  ),
  logoFile: optionalFile,
  iconFile: optionalFile,
  accentColor: optionalForm(
    (color) => COLOR.test(color),
    TEXTS.organizations.accentInvalid,
    (color) => color.trim().toLowerCase(),
  ),
  timeZone: requiredForm('Time zone', isTimeZone, TEXTS.organizations.timeZoneInvalid, cleanTimeZone),
  sendGridEmailAddress: optionalForm(isEmail, TEXTS.organizations.senderInvalid),
  googleAnalyticsId: optionalForm(
    (id) => id.length <= GOOGLE_ID_LIMIT,
    TEXTS.organizations.googleIdTooLong,
    cleanAnalyticsId,
  ),
  facebookPixelId: optionalForm(
    (id) => id.length <= FACEBOOK_ID_LIMIT,
    TEXTS.organizations.facebookIdTooLong,
    cleanAnalyticsId,
  ),
  contactText: optionalText(SHORT_PARAGRAPH_LIMIT),
  contractText: optionalText(SHORT_PARAGRAPH_LIMIT),
  paymentText: optionalText(SHORT_PARAGRAPH_LIMIT),
  statusLimits: statusLimitsRule,
};
