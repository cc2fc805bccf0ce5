import type { FieldError } from '../event-sourcing/decision.ts';
import type { ReportQuestion } from '../saved-report/details.ts';
import { TEXTS } from '../text/texts.ts';
import type { CatalogueField, ReportCatalogue } from './catalogue.ts';

const TEXT = TEXTS.savedReports;

/** The fields that a report names, each with the member of its details. */
function namedFields({ where, groupBy, measure }: ReportQuestion): readonly { member: string; id: string }[] {
  return [
    ...where.map(({ field }) => ({ member: 'where', id: field })),
    ...groupBy.flatMap((one) => (one.kind === 'field' ? [{ member: 'groupBy', id: one.field }] : [])),
    ...(measure.kind === 'sum' ? [{ member: 'measure', id: measure.field }] : []),
  ];
}

const namedEvents = ({ events, measure }: ReportQuestion): readonly string[] =>
  measure.kind === 'median' ? [...events, measure.from.event] : events;

/**
 * What is wrong with a report today: a field that no longer exists or became personal, one that none of its events has,
 * a measure that its events do not give. Empty for a report that can be built.
 */
export function problemsOf(question: ReportQuestion, catalogue: ReportCatalogue): readonly FieldError[] {
  const fields = new Map(catalogue.fields.map((field) => [field.id, field]));
  const events = new Map(catalogue.events.map((event) => [event.type, event]));
  const missing = namedEvents(question).find((type) => !events.has(type));
  if (missing !== undefined) return [{ field: 'events', message: TEXT.eventUnknown }];
  const own = new Set(question.events.flatMap((type) => events.get(type)?.fields ?? []));
  const unfit = namedFields(question).flatMap(({ member, id }): readonly FieldError[] => {
    const field = fields.get(id);
    if (!field) return [{ field: member, message: TEXT.fieldUnavailable(nameOf(id)) }];
    const isThere = !id.startsWith('data.') || own.has(id);
    if (!isThere) return [{ field: member, message: TEXT.fieldOfOtherEvent(field.label) }];
    const isNumber = field.kind === 'number';
    if (isNumber !== (member === 'measure')) {
      return [{ field: member, message: isNumber ? TEXT.numberOnlySummed(field.label) : TEXT.notANumber(field.label) }];
    }
    return [];
  });
  return [...unfit, ...measureProblems(question, catalogue, fields)];
}

function measureProblems(
  question: ReportQuestion,
  { events }: ReportCatalogue,
  fields: ReadonlyMap<string, CatalogueField>,
): readonly FieldError[] {
  const { measure, groupBy, where } = question;
  const areAboutPrograms = events.some((one) => one.isAboutProgram && namedEvents(question).includes(one.type));
  if (measure.kind !== 'count' && measure.kind !== 'sum' && areAboutPrograms) {
    return [{ field: 'measure', message: TEXT.programsOnlyCounted }];
  }
  // No other event has a status that it changes to, so such a median would never have a case.
  if (measure.kind === 'median' && measure.from.status !== null && measure.from.event !== 'StatusChanged') {
    return [{ field: 'measure', message: TEXT.measureInvalid }];
  }
  if (measure.kind !== 'sum' || !fields.get(measure.field)?.isMoney) return [];
  const isOneCurrency =
    groupBy.some((one) => one.kind === 'field' && one.field === 'data.currency') ||
    where.some(({ field, isNot, values }) => field === 'data.currency' && !isNot && values.length === 1);
  return isOneCurrency ? [] : [{ field: 'measure', message: TEXT.currenciesMixed }];
}

/** A stored report keeps its values; a new one could ask whether anyone has typed a certain text. */
export function formerAnswersIn({ where }: ReportQuestion, { fields }: ReportCatalogue): readonly FieldError[] {
  return where.flatMap(({ field: id, values }): readonly FieldError[] => {
    const field = fields.find((one) => one.id === id);
    if (!field || !id.startsWith('answer.')) return [];
    const offered = new Set(field.options?.map(({ value }) => value.trim()));
    return values.every((value) => offered.has(value.trim()))
      ? []
      : [{ field: 'where', message: TEXT.answerNotOffered(field.label) }];
  });
}

/** `answer.howHeard` is shown as *howHeard*. */
const nameOf = (id: string): string => id.slice(id.indexOf('.') + 1);

/** Readers without admin-only data must not know of such a report. What is unknown counts as admin-only. */
export function usesAdminOnly(question: ReportQuestion, { events, fields }: ReportCatalogue): boolean {
  const isOpenEvent = (type: string) => events.some((one) => one.type === type && !one.isAdminOnly);
  const isOpenField = (id: string) => fields.some((one) => one.id === id && !one.isAdminOnly);
  return !namedEvents(question).every(isOpenEvent) || !namedFields(question).every(({ id }) => isOpenField(id));
}
