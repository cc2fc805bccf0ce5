import { Link } from 'react-router';
import type { Batch } from '../../../../../api/contract/batches.ts';
import type { Organization } from '../../../../../api/contract/organizations.ts';
import { textOf } from '../../../../../domain/application/field-value.ts';
import { DEFAULT_CAPACITY, isBatchSlug } from '../../../../../domain/batch/details.ts';
import { BATCH_STATUSES, type BatchStatus } from '../../../../../domain/batch/status.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { pagePath } from '../../../../../domain/values/pages.ts';
import { listField } from '../../../shared/forms/controls/list-field.tsx';
import { numberField } from '../../../shared/forms/controls/number-field.ts';
import { pictureField } from '../../../shared/forms/controls/picture-field.tsx';
import { switchField } from '../../../shared/forms/controls/switch-field.tsx';
import { type Field, formValues, storedChanges, type Values } from '../../../shared/forms/field-errors.ts';
import type { Choices } from './use-choices.ts';

/** What each status means to applicants. */
export const STATUS_MEANINGS: Readonly<Record<BatchStatus, string>> = {
  Draft: TEXTS.batchEditor.draftHelp,
  Open: TEXTS.batchEditor.openHelp,
  Closed: TEXTS.batchEditor.closedHelp,
  Complete: TEXTS.batchEditor.completeHelp,
};

const MOST_PLACES = 1_000_000;

/** The address of the application form. */
export const applyAddress = ({ slug: organization }: Organization, batch: string): string =>
  location.origin + pagePath('applyToBatch', { organization, batch });

const nameField = { name: 'name', label: 'Name', dataType: 'text', required: true } as const satisfies Field;

const slugField = (organization: Organization, id: string | undefined) =>
  ({
    name: 'slug',
    label: 'Slug',
    dataType: 'text',
    details: TEXTS.batchEditor.slugHelp,
    check: (value) => (isBatchSlug(textOf(value)) ? null : TEXTS.batches.slugInvalid),
    note: (value) => {
      const slug = textOf(value);
      if (slug !== '' && !isBatchSlug(slug)) return null;
      const end = slug || id;
      return end ? `Address: ${applyAddress(organization, end)}` : TEXTS.batchEditor.noSlug;
    },
  }) as const satisfies Field;

const statusField = {
  name: 'status',
  label: 'Status',
  dataType: 'select',
  required: true,
  options: BATCH_STATUSES.map((status) => ({ value: status, label: status })),
  note: (value) => STATUS_MEANINGS[value as BatchStatus] ?? null,
} as const satisfies Field;

export const fieldsOf = (
  organization: Organization,
  id: string | undefined,
  { processes, assessments }: Pick<Choices, 'processes' | 'assessments'>,
): readonly Field[] => [
  nameField,
  {
    name: 'description',
    label: 'Description',
    dataType: 'paragraph',
    details: TEXTS.batchEditor.descriptionHelp,
    isMarkdown: true,
  },
  {
    name: 'privateDetails',
    label: 'Additional details',
    dataType: 'paragraph',
    details: TEXTS.batchEditor.detailsHelp,
    isMarkdown: true,
  },
  statusField,
  slugField(organization, id),
  {
    name: 'capacity',
    label: 'Capacity',
    required: true,
    details: TEXTS.batchEditor.capacityHelp,
    ...numberField({ most: MOST_PLACES }),
  },
  {
    name: 'processId',
    label: 'Process',
    dataType: 'select',
    details: TEXTS.batchEditor.processHelp,
    options: processes,
    note: () =>
      processes.length === 0 && <Link to={`${pagePath('config')}/processes/new`}>Create a process first</Link>,
  },
  {
    name: 'assessmentIds',
    label: 'Assessments',
    details: TEXTS.batchEditor.assessmentsHelp,
    ...listField(assessments),
    note: () =>
      assessments.length === 0 && <Link to={`${pagePath('config')}/assessments/new`}>Create an assessment first</Link>,
  },
  { name: 'iconFile', label: 'Icon', ...pictureField({ least: { width: 80, height: 80 }, shape: 'square' }) },
  { name: 'bannerFile', label: 'Banner', ...pictureField({ least: { width: 900, height: 300 }, shape: 'wide' }) },
  {
    name: 'enableEmbedding',
    label: 'Embedding',
    details: TEXTS.batchEditor.embeddingHelp,
    ...switchField('Other sites may embed it', 'Other sites may not embed it'),
  },
];

export const duplicateFieldsOf = (organization: Organization): readonly Field[] => [
  nameField,
  slugField(organization, undefined),
  statusField,
];

const NEW: Pick<Batch, 'status' | 'capacity'> = { status: 'Draft', capacity: DEFAULT_CAPACITY };

/** The only process of a school, which its new batches start with. */
export const onlyProcess = ({
  processes: [first, ...others],
}: Pick<Choices, 'processes'>): Pick<Batch, 'processId'> => ({
  processId: others.length === 0 ? (first?.value ?? null) : null,
});

/** The values of a form: the batch's, or those that a new batch gets. */
export const readWith =
  (fields: readonly Field[], start: Partial<Batch> = {}) =>
  (batch: Batch | undefined): Values =>
    formValues(fields, batch ?? { ...NEW, ...start });

/** The batch that the values describe, for its preview. */
export function batchIn(fields: readonly Field[], values: Values, saved: Batch | undefined): Batch {
  const { name, capacity, status, ...members } = storedChanges<Batch>(fields, values);
  const cleared = Object.entries(members).map(([member, value]) => [member, (value as unknown) === '' ? null : value]);
  const now = new Date().toISOString();
  const before: Batch = saved ?? {
    _id: 'new',
    version: 0,
    organizationId: '',
    name: '',
    description: null,
    slug: null,
    privateDetails: null,
    seatsTaken: 0,
    processId: null,
    assessmentIds: [],
    iconFile: null,
    bannerFile: null,
    enableEmbedding: false,
    createdAt: now,
    openedAt: now,
    ...NEW,
  };
  return {
    ...before,
    ...(Object.fromEntries(cleared) as Partial<Batch>),
    name: name ?? '',
    status: status || before.status,
    capacity: typeof capacity === 'number' ? capacity : before.capacity,
  };
}
