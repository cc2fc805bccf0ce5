import { isGranted } from '../access/policy.ts';
import { APPLICATION_STATUSES } from '../application/statuses.ts';
import { audienceOn, capabilityOf } from '../event-sourcing/audience.ts';
import { EVENT_DEFINITIONS } from '../events.ts';
import { isAdminOnlyField } from '../process/admin-only-fields.ts';
import type { ProcessConfig } from '../process/config.ts';
import { definitionsOf, fieldNamesOf, isPersonalField } from '../process/fields.ts';
import { isAboutProgram, offeredEvent, REPORT_EVENT_GROUPS } from '../saved-report/event-catalogue.ts';
import { type EventField, fieldsOf, isMoney } from './event-fields.ts';

export interface CatalogueOption {
  readonly value: string;
  readonly label: string;
}

export interface CatalogueField {
  /** `data.…` of the event, `application.…`, `answer.…`, `actor` or `event`. */
  readonly id: string;
  readonly label: string;
  readonly kind: 'choice' | 'number' | 'text';
  /** The values on offer; null for texts, which are typed, and numbers. */
  readonly options: readonly CatalogueOption[] | null;
  readonly isAdminOnly: boolean;
  /** The value may be that of the event or of today. */
  readonly hasToday: boolean;
  readonly isMoney: boolean;
}

export interface CatalogueEvent {
  readonly type: string;
  readonly group: string;
  readonly sentence: string;
  readonly clause: string;
  readonly isAdminOnly: boolean;
  readonly isAboutProgram: boolean;
  /** It may have happened before it was recorded. */
  readonly hasOwnTime: boolean;
  /** Ids of the fields that only events have. */
  readonly fields: readonly string[];
}

/** What a report can ask, for one school and one reader. */
export interface ReportCatalogue {
  readonly events: readonly CatalogueEvent[];
  readonly fields: readonly CatalogueField[];
}

export interface CatalogueSource {
  readonly processes: readonly ProcessConfig[];
  readonly batches: readonly CatalogueOption[];
  readonly assessments: readonly CatalogueOption[];
  readonly paymentModels: readonly CatalogueOption[];
}

const same = (values: readonly string[]): readonly CatalogueOption[] =>
  values.map((value) => ({ value, label: inWords(value) }));
/** VIEW_APPLICATION is shown as *View application*; a status keeps its spelling. */
function inWords(value: string): string {
  if (!/^[A-Z]+(_[A-Z]+)+$/.test(value)) return value;
  const words = value.toLowerCase().replaceAll('_', ' ');
  return `${words[0]?.toUpperCase()}${words.slice(1)}`;
}
const YES_NO: readonly CatalogueOption[] = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];
export const ACTORS: readonly CatalogueOption[] = [
  { value: 'applicant', label: 'The applicant' },
  { value: 'staff', label: 'Staff' },
  { value: 'portal', label: 'The portal' },
  { value: 'provider', label: 'An outside service' },
];

const definitions = new Map(EVENT_DEFINITIONS.map((definition) => [definition.type, definition]));
const OFFERED = Object.entries(REPORT_EVENT_GROUPS).flatMap(([group, events]) =>
  Object.keys(events).map((type) => ({ group, type })),
);

/** Whether only Owners and Admins get the event, by the audience of its definition. */
export function isAdminOnlyEvent(type: string): boolean {
  const audience = definitions.get(type)?.audience ?? null;
  const own = audienceOn('application', audience);
  const capability = own && capabilityOf(own);
  return !capability || !isGranted(capability, 'Viewer');
}

const EVENTS: readonly CatalogueEvent[] = OFFERED.map(({ group, type }) => {
  const definition = definitions.get(type);
  const offered = offeredEvent(type);
  if (!definition || !offered) throw new Error(`${type} is not an event`);
  return {
    type,
    group,
    sentence: offered.sentence,
    clause: offered.clause,
    isAdminOnly: isAdminOnlyEvent(type),
    isAboutProgram: isAboutProgram(type),
    hasOwnTime: offered.happenedAt !== undefined,
    fields: fieldsOf(definition).map(({ path }) => `data.${path}`),
  };
});

const EVENT_FIELDS: readonly EventField[] = [
  ...new Map(
    OFFERED.flatMap(({ type }) => {
      const definition = definitions.get(type);
      return definition ? fieldsOf(definition) : [];
    }).map((field) => [field.path, field]),
  ).values(),
];

export function catalogueOf(source: CatalogueSource): ReportCatalogue {
  const named = { batch: source.batches, assessment: source.assessments, paymentModel: source.paymentModels };
  const ofEvent = ({ path, label, kind, options }: EventField): CatalogueField => {
    const id = `data.${path}`;
    const base = { id, label, isAdminOnly: false, hasToday: false, isMoney: isMoney(path) };
    if (kind === 'number' || kind === 'text') return { ...base, kind, options: null };
    const offered = kind === 'choice' ? same(options) : kind === 'yesNo' ? YES_NO : named[kind];
    return { ...base, kind: 'choice', options: offered };
  };
  const field = (id: string, label: string, options: readonly CatalogueOption[] | null, hasToday = true) => ({
    id,
    label,
    kind: options ? ('choice' as const) : ('text' as const),
    options,
    isAdminOnly: false,
    hasToday,
    isMoney: false,
  });
  return {
    events: EVENTS,
    fields: [
      field('application.batch', 'Program', source.batches),
      field('application.status', 'Status', same(APPLICATION_STATUSES)),
      field('application.source', 'Source', null),
      field('application.medium', 'Medium', null),
      field('application.campaign', 'Campaign', null),
      field('actor', 'Done by', ACTORS, false),
      field(
        'event',
        'Event',
        EVENTS.map(({ type, sentence }) => ({ value: type, label: sentence.replace(/\.$/, '') })),
        false,
      ),
      ...EVENT_FIELDS.map(ofEvent),
      ...answersOf(source.processes),
    ],
  };
}

/** Answers chosen from options, wherever they are asked, that no process marks as personal. */
function answersOf(processes: readonly ProcessConfig[]): readonly CatalogueField[] {
  const names = new Set(processes.flatMap((config) => [...fieldNamesOf(config)]));
  return [...names].flatMap((name): readonly CatalogueField[] => {
    const asking = processes.filter((config) => definitionsOf(name, config).length > 0);
    if (asking.some((config) => isPersonalField(name, config))) return [];
    const asked = asking.flatMap((config) => definitionsOf(name, config));
    const options = [...new Set(asked.flatMap(({ options: some }) => some ?? []))];
    return [
      {
        id: `answer.${name}`,
        label: asked[0]?.label || name,
        kind: 'choice',
        options: options.map((value) => ({ value, label: value })),
        isAdminOnly: asking.some((config) => isAdminOnlyField(name, config)),
        hasToday: true,
        isMoney: false,
      },
    ];
  });
}

/** Without what only Owners and Admins see. */
export const openPart = ({ events, fields }: ReportCatalogue): ReportCatalogue => {
  const open = events.filter(({ isAdminOnly }) => !isAdminOnly);
  const left = new Set(open.flatMap((event) => event.fields));
  return {
    events: open,
    fields: fields.filter(({ id, isAdminOnly }) => !isAdminOnly && (!id.startsWith('data.') || left.has(id))),
  };
};
