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
      details: TEXTS.schoolEditor.descriptionHelp,
    },
    {
      ...address('slug'),
      label: 'Slug',
      required: true,
      details: TEXTS.schoolEditor.slugHelp,
    },
    { ...address('subdomain'), label: 'Subdomain', details: TEXTS.schoolEditor.subdomainHelp },
    {
      ...address('fullDomain'),
      label: 'Own domain',
      inputMode: 'url',
      details: TEXTS.schoolEditor.domainHelp,
    },
    {
      name: 'logoFile',
      label: 'Logo',
      ...pictureField({ least: { width: 64, height: 64 }, shape: 'square' }),
      details: TEXTS.schoolEditor.logoHelp,
    },
    {
      name: 'iconFile',
      label: 'Favicon',
      ...pictureField({ least: { width: 32, height: 32 }, shape: 'square' }),
      details: TEXTS.schoolEditor.iconHelp,
    },
    {
      name: 'accentColor',
      label: 'Accent color',
      ...colourField(DEFAULT_ACCENT),
      details: TEXTS.schoolEditor.colorHelp,
      note: (value) => <AccentNote typed={textOf(value)} />,
    },
    {
      name: 'timeZone',
      label: 'Time zone',
      dataType: 'select',
      required: true,
      options: zones(organization.timeZone),
      details: TEXTS.schoolEditor.zoneHelp,
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
      details: TEXTS.schoolEditor.contactHelp,
      isMarkdown: true,
    },
    {
      name: 'contractText',
      label: 'About the contract',
      ...text,
      details: TEXTS.schoolEditor.contractHelp,
      isMarkdown: true,
    },
    {
      name: 'paymentText',
      label: 'How to pay',
      ...text,
      details: TEXTS.schoolEditor.paymentHelp,
      isMarkdown: true,
    },
    {
      name: 'sendGridEmailAddress',
      label: 'Sender address',
      dataType: 'text',
      details: TEXTS.schoolEditor.replyHelp,
      check: (value) => (isEmail(textOf(value).trim()) ? null : TEXTS.organizations.senderInvalid),
    },
    ...secret({
      name: 'sendGridApiKey',
      label: 'SendGrid key',
      ...SECRET,
      details: TEXTS.schoolEditor.sendGridHelp,
    }),
    ...secret({
      name: 'calendlyAccessToken',
      label: 'Calendly access token',
      ...SECRET,
      details: TEXTS.schoolEditor.calendlyHelp,
    }),
    {
      name: 'googleAnalyticsId',
      label: 'Google Analytics ID',
      dataType: 'text',
      details: TEXTS.schoolEditor.googleHelp,
    },
    {
      name: 'facebookPixelId',
      label: 'Facebook pixel ID',
      dataType: 'text',
      details: TEXTS.schoolEditor.facebookHelp,
    },
  ];
}
