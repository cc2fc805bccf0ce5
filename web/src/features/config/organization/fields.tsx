import type { Organization } from '../../../../../api/contract/organizations.ts';
import { textOf } from '../../../../../domain/application/field-value.ts';
import { SHORT_PARAGRAPH_LIMIT } from '../../../../../domain/text/text-limits.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { isEmail } from '../../../../../domain/values/email.ts';
import { colourField } from '../../../shared/forms/controls/colour-field.tsx';
import { pictureField } from '../../../shared/forms/controls/picture-field.tsx';
import { SECRET } from '../../../shared/forms/controls/secret-field.tsx';
import type { Field } from '../../../shared/forms/field-errors.ts';
import { DEFAULT_ACCENT } from '../../../shared/theme/tokens.ts';
import { AccentNote } from './accent-note.tsx';
import { AddressNote } from './address-note.tsx';
import type { AddressField } from './queries.ts';
import { TIME_LIMITS } from './time-limits-field.tsx';
import { ZoneNote } from './zone-note.tsx';

type Named = Field & { readonly name: keyof Organization };

/** The lists of browsers leave out UTC and older names, one of which may be saved. */
const zones = (saved: string): readonly string[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', saved])].sort();

const text = { dataType: 'paragraph', limit: SHORT_PARAGRAPH_LIMIT } as const;

/** In the form's order. Only Owners have the fields of secrets. */
export function organizationFields(
  organization: Pick<Organization, '_id' | 'timeZone'>,
  hasSecrets: boolean,
): readonly Named[] {
  const address = (name: AddressField) =>
    ({
      name,
      dataType: 'text',
      note: (value) => <AddressNote organizationId={organization._id} field={name} typed={textOf(value)} />,
    }) as const satisfies Partial<Named>;
  const secret = (field: Named): readonly Named[] => (hasSecrets ? [field] : []);
  return [
    { name: 'name', label: 'Name', dataType: 'text', required: true },
    {
      name: 'description',
      label: 'Description',
      dataType: 'paragraph',
      details: 'Shown above the list of your programs.',
    },
    {
      ...address('slug'),
      label: 'Slug',
      required: true,
      details: 'The end of the address of your programs: lower case letters, digits and hyphens.',
    },
    { ...address('subdomain'), label: 'Subdomain', details: 'The first part of your address on this portal.' },
    {
      ...address('fullDomain'),
      label: 'Own domain',
      inputMode: 'url',
      details:
        'A domain that you own, such as apply.example.org. After saving, add a DNS record to show that you own it.',
    },
    {
      name: 'logoFile',
      label: 'Logo',
      ...pictureField({ least: { width: 64, height: 64 }, shape: 'square' }),
      details: 'Shown at the top of every page.',
    },
    {
      name: 'iconFile',
      label: 'Favicon',
      ...pictureField({ least: { width: 32, height: 32 }, shape: 'square' }),
      details: 'Shown in the browser tab.',
    },
    {
      name: 'accentColor',
      label: 'Accent color',
      ...colourField(DEFAULT_ACCENT),
      details: 'For links and buttons. We make a color darker or lighter if it would be hard to read.',
      note: (value) => <AccentNote typed={textOf(value)} />,
    },
    {
      name: 'timeZone',
      label: 'Time zone',
      dataType: 'select',
      required: true,
      options: zones(organization.timeZone),
      details: 'Determines the day on which payments fall due.',
      note: (value) => <ZoneNote zone={textOf(value)} />,
    },
    {
      name: 'statusLimits',
      label: 'Time limits',
      ...TIME_LIMITS,
      details: TEXTS.organizations.statusLimitHelp,
    },
    {
      name: 'contactText',
      label: 'How to contact you',
      ...text,
      details: 'Shown to everyone on the page of your programs, and to applicants on theirs. You can use markdown.',
      isMarkdown: true,
    },
    {
      name: 'contractText',
      label: 'About the contract',
      ...text,
      details: 'Shown to applicants while their status is CONTRACT SENT. You can use markdown.',
      isMarkdown: true,
    },
    {
      name: 'paymentText',
      label: 'How to pay',
      ...text,
      details: 'Shown under *Payments* to applicants with open payments. You can use markdown.',
      isMarkdown: true,
    },
    {
      name: 'sendGridEmailAddress',
      label: 'Sender address',
      dataType: 'text',
      details: 'Replies to your emails go here. With a SendGrid key, emails are also sent from it.',
      check: (value) => (isEmail(textOf(value).trim()) ? null : TEXTS.organizations.senderInvalid),
    },
    ...secret({
      name: 'sendGridApiKey',
      label: 'SendGrid key',
      ...SECRET,
      details: 'Without one, the portal sends your emails under your name.',
    }),
    ...secret({
      name: 'calendlyAccessToken',
      label: 'Calendly access token',
      ...SECRET,
      details: 'Lets the portal read the time and the link of booked interviews.',
    }),
    {
      name: 'googleAnalyticsId',
      label: 'Google Analytics id',
      dataType: 'text',
      details: 'Such as G-ABC123DEF4. Visits are reported to Google only while this is set.',
    },
    {
      name: 'facebookPixelId',
      label: 'Facebook pixel id',
      dataType: 'text',
      details: 'Digits only. Visits are reported to Facebook only while this is set.',
    },
  ];
}
