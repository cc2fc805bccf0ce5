import type { ReportCondition, ReportGrouping, ReportMeasure, ReportQuestion } from '../saved-report/details.ts';
import type { CatalogueField, ReportCatalogue } from './catalogue.ts';

/** *Counts distinct applications that reached CONTRACT SENT, by week and source.* */
export function sentenceOf(question: ReportQuestion, catalogue: ReportCatalogue): string {
  const { measure, events, where, groupBy } = question;
  if (events.length === 0) return 'Choose what the report counts.';
  const words = new Words(catalogue);
  const reached = reachedStatuses(question);
  const rest = reached ? where.filter((one) => one !== reached) : where;
  const clause = reached
    ? `reached ${orList(words.values(reached))}`
    : orList(events.map((type) => words.clause(type)));
  const subject = events.every((type) => words.isAboutProgram(type)) ? 'programs' : 'applications';
  const conditions = rest.map((condition) => words.condition(condition));
  const filter = conditions.length > 0 ? `, where ${conditions.join(' and ')}` : '';
  const grouping = groupBy.length > 0 ? `, by ${groupBy.map((one) => words.grouping(one)).join(' and ')}` : '';
  return `${beginning()}${filter}${grouping}.`;

  function beginning(): string {
    if (measure.kind === 'count') return `Counts how often ${subject} ${clause}`;
    if (measure.kind === 'applications') return `Counts distinct applications that ${clause}`;
    if (measure.kind === 'sum') {
      return `Adds up ${words.label(measure.field).toLowerCase()} of ${subject} that ${clause}`;
    }
    const { event, status } = measure.from;
    const from = status === null ? words.clause(event) : `reached ${status}`;
    return `Shows the median time between when applications ${from} and when they ${clause}`;
  }
}

/** *StatusChanged to X* alone is said as *reached X*. */
function reachedStatuses({ events, where }: ReportQuestion): ReportCondition | undefined {
  if (events.length !== 1 || events[0] !== 'StatusChanged') return undefined;
  return where.find(({ field, isNot }) => field === 'data.to' && !isNot);
}

class Words {
  readonly #fields: ReadonlyMap<string, CatalogueField>;
  readonly #catalogue: ReportCatalogue;

  constructor(catalogue: ReportCatalogue) {
    this.#catalogue = catalogue;
    this.#fields = new Map(catalogue.fields.map((field) => [field.id, field]));
  }

  clause = (type: string): string => this.#catalogue.events.find((one) => one.type === type)?.clause ?? 'changed';
  isAboutProgram = (type: string): boolean =>
    this.#catalogue.events.some((one) => one.type === type && one.isAboutProgram);
  label = (id: string): string => this.#fields.get(id)?.label ?? id.slice(id.indexOf('.') + 1);

  values({ field, values }: ReportCondition): readonly string[] {
    const options = this.#fields.get(field)?.options ?? [];
    return values.map((value) => options.find((one) => one.value === value)?.label ?? value);
  }

  momentOf = ({ field, when }: ReportCondition): string =>
    when === 'event' && this.#fields.get(field)?.hasToday ? ' after the event' : '';

  condition(condition: ReportCondition, moment = ''): string {
    const { field, isNot } = condition;
    return `${lower(this.label(field))}${moment} is ${isNot ? 'not ' : ''}${orList(this.values(condition))}`;
  }

  grouping = (grouping: ReportGrouping): string =>
    grouping.kind === 'time' ? grouping.unit : lower(this.label(grouping.field));
}

const lower = (label: string): string => (/^[A-Z][a-z]/.test(label) ? label[0]?.toLowerCase() + label.slice(1) : label);

const orList = (items: readonly string[]): string =>
  items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} or ${items.at(-1)}`;

/** What the report takes where two answers exist, and how its figures are made: one statement each. */
/** `isPast`: of figures as of a moment. */
export function rulesOf(
  question: ReportQuestion,
  catalogue: ReportCatalogue,
  timeZone: string,
  isPast = false,
): readonly string[] {
  const { groupBy, where, measure } = question;
  const words = new Words(catalogue);
  const uses = (when: 'today' | 'event') => [
    ...new Set(
      [...groupBy.filter((one) => one.kind === 'field'), ...where].flatMap(({ field, when: at }) =>
        at === when && catalogue.fields.some(({ id, hasToday }) => id === field && hasToday)
          ? [words.label(field)]
          : [],
      ),
    ),
  ];
  const [today, then] = [uses('today'), uses('event')];
  const time = groupBy.find((one) => one.kind === 'time');
  return [
    ...(time
      ? [
          `${time.unit === 'week' ? 'Weeks start on Monday. ' : ''}Days use the time zone ${timeZone}, ${
            time.clock === 'recorded'
              ? 'by the time when events were recorded.'
              : 'by the time when events happened, or were recorded if a clock differs by more than a day.'
          }`,
        ]
      : []),
    ...(today.length > 0 ? [`${andList(today)}: as of ${isPast ? 'that moment' : 'today'}, after transfers too.`] : []),
    ...(then.length > 0 ? [`${andList(then)}: as it was after the event.`] : []),
    ...(measure.kind === 'applications' || measure.kind === 'median'
      ? ['An application and its transferred copies count as one application.']
      : []),
    ...(measure.kind === 'applications' && groupBy.length > 0
      ? ['One application can be in several groups, so groups can add up to more than the total.']
      : []),
    ...(measure.kind === 'median'
      ? [
          'Measured from the first such event of an application to the first one that follows it. The median is the middle value, or the mean of the middle two. Nine in ten cases took at most the 90th percentile (nearest rank), which needs at least 10 cases.',
        ]
      : []),
    'Erased people are not counted.',
  ];
}

export const eventsInWords = (types: readonly string[], { events }: ReportCatalogue): string =>
  types.map((type) => events.find((one) => one.type === type)?.sentence.replace(/\.$/, '') ?? type).join('; ');

/** `status after the event is NEW`, if the field has a value of today too. */
export function conditionsInWords(where: readonly ReportCondition[], catalogue: ReportCatalogue): string {
  const words = new Words(catalogue);
  return where.map((condition) => words.condition(condition, words.momentOf(condition))).join(' and ');
}

/** `week (as recorded) and status (of today)` */
export function groupingsInWords(groupBy: readonly ReportGrouping[], catalogue: ReportCatalogue): string {
  const words = new Words(catalogue);
  return groupBy
    .map((one) => {
      if (one.kind === 'time') return `${one.unit}${one.clock === 'happened' ? ' when it happened' : ''}`;
      return `${words.grouping(one)}${one.when === 'event' ? ' after the event' : ''}`;
    })
    .join(' and ');
}

export function measureInWords(measure: ReportMeasure, catalogue: ReportCatalogue): string {
  if (measure.kind === 'count') return 'how often it happened';
  if (measure.kind === 'applications') return 'how many applications it happened to';
  const words = new Words(catalogue);
  if (measure.kind === 'sum') return `the sum of ${lower(words.label(measure.field))}`;
  const { event, status } = measure.from;
  return `the median time since applications ${status === null ? words.clause(event) : `reached ${status}`}`;
}

const andList = (items: readonly string[]): string =>
  items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
