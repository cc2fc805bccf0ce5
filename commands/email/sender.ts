import type { OrganizationState } from '../../domain/organization/organization.ts';
import { asValue } from '../../domain/text/inserted-text.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import type { EmailService } from '../outbox/outbox.ts';
import type { SealedSecrets } from '../vault/sealed-secrets.ts';
import type { Mail, Mailer } from './mailer.ts';
import { readSender } from './read-sender.ts';
import { asName } from './render-template.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

export interface Sender extends Pick<Mail, 'from' | 'replyTo'> {
  readonly service: EmailService;
  readonly mailer: Mailer;
}

export interface SenderOptions {
  readonly mailer: Mailer;
  /** `Intake <intake@example.com>`, or an address alone. */
  readonly mailFrom: string;
  readonly sendGridUrl: string;
  readonly secrets: Pick<SealedSecrets, 'get'>;
}

/** Characters of a school's name before the portal's, so that mail programs show both. */
const LONGEST_NAME = 60;
/** SendGrid's relay expects it with every key. */
const SENDGRID_USER = 'apikey';

export type SenderFor = (
  organization: Pick<OrganizationState, 'details' | 'secrets'> | null,
  options?: { readonly isByPortal?: boolean },
) => Promise<Sender>;

/**
 * An organization with a SendGrid key sends from its own address, others through the portal under their name, with
 * replies to their address. An email that only the portal may send names only the portal.
 */
export function createSenders({ mailer, mailFrom, sendGridUrl, secrets }: SenderOptions): SenderFor {
  const portal = readSender(mailFrom);
  return async (organization, { isByPortal = false } = {}) => {
    const byPortal = { service: 'portal', mailer } as const;
    if (organization === null) return { ...byPortal, from: portal, replyTo: null };
    const { details, secrets: held } = organization;
    const own = details.sendGridEmailAddress;
    const name = asValue(details.name);
    const shown = asName(name, LONGEST_NAME);
    if (isByPortal) return { ...byPortal, from: { ...portal, name: `${shown} via ${portal.name}` }, replyTo: null };
    const key = held.sendGridApiKey === null ? undefined : await secrets.get(held.sendGridApiKey);
    if (key === undefined) return { ...byPortal, from: { ...portal, name: shown }, replyTo: own };
    const relay = createSmtpMailer(sendGridUrl, {
      auth: { user: SENDGRID_USER, pass: key },
      requiresTls: !isThisMachine(sendGridUrl),
      signInRefused: TEXTS.mail.schoolKeyRefused,
    });
    const from = { name, address: own ?? portal.address };
    return { service: 'school', mailer: relay, from, replyTo: null };
  };
}

const isThisMachine = (url: string): boolean => /^(localhost|127\.|\[::1\])/.test(new URL(url).hostname);
