import {
  type ConfiguredAggregate,
  type ConfiguredCommand,
  type ConfiguredEvent,
  type ConfiguredRules,
  type ConfiguredState,
  configuredTables,
} from '../configuration/configured-document.ts';
import { type FieldRule, type FieldRules, required, requiredName } from '../configuration/field-rules.ts';
import { aggregate } from '../event-sourcing/aggregate.ts';
import { LIMITS } from '../limits/limits.ts';
import { bytesOf } from '../limits/quotas.ts';
import { TEXTS } from '../text/texts.ts';
import {
  REPORT_CHARTS,
  REPORT_CONDITION,
  REPORT_GROUPING,
  REPORT_MEASURE,
  type ReportCondition,
  type ReportDetails,
  type ReportGrouping,
} from './details.ts';
import { REPORT_EVENT_TYPES } from './event-catalogue.ts';
import { questionOf } from './question.ts';

const TEXT = TEXTS.savedReports;

/** Each once, in the catalogue's order. */
const events: FieldRule<string[]> = (wanted) => {
  const chosen = new Set(wanted ?? []);
  if (chosen.size === 0) return { message: TEXT.eventMissing };
  if (chosen.size > LIMITS.reportEvents) return { message: TEXT.tooManyEvents(LIMITS.reportEvents) };
  const known = REPORT_EVENT_TYPES.filter((type) => chosen.has(type));
  return known.length < chosen.size ? { message: TEXT.eventUnknown } : { value: known };
};

const where: FieldRule<ReportCondition[]> = (wanted) => {
  const parsed = REPORT_CONDITION.array().safeParse(wanted ?? []);
  if (!parsed.success) return { message: TEXT.conditionInvalid };
  if (parsed.data.length > LIMITS.reportConditions) {
    return { message: TEXT.tooManyConditions(LIMITS.reportConditions) };
  }
  for (const { values } of parsed.data) {
    if (values.length === 0) return { message: TEXT.conditionWithoutValue };
    if (values.length > LIMITS.reportValues) return { message: TEXT.tooManyValues(LIMITS.reportValues) };
  }
  return { value: parsed.data.map((condition) => ({ ...condition, values: [...new Set(condition.values)] })) };
};

const groupBy: FieldRule<ReportGrouping[]> = (wanted) => {
  const parsed = REPORT_GROUPING.array().safeParse(wanted ?? []);
  if (!parsed.success) return { message: TEXT.groupingInvalid };
  if (parsed.data.length > LIMITS.reportGroupings) return { message: TEXT.tooManyGroupings(LIMITS.reportGroupings) };
  const names = parsed.data.map((one) => (one.kind === 'time' ? 'time' : one.field));
  return new Set(names).size < names.length ? { message: TEXT.groupingTwice } : { value: parsed.data };
};

export const REPORT_RULES: FieldRules<ReportDetails> = {
  name: requiredName,
  events,
  where,
  groupBy,
  measure: required('Measure', (measure) => REPORT_MEASURE.safeParse(measure).success, TEXT.measureInvalid),
  chart: required('Chart', (chart) => REPORT_CHARTS.includes(chart)),
  isPinned: (wanted) => ({ value: wanted === true }),
};

export const BLANK_REPORT: ReportDetails = {
  name: '',
  events: [],
  where: [],
  groupBy: [],
  measure: { kind: 'count' },
  chart: 'columns',
  isPinned: false,
};

/** Whether its fields exist is checked against the catalogue of its school (`check-report.ts`). */
const rules: ConfiguredRules<ReportDetails> = {
  blank: BLANK_REPORT,
  rules: REPORT_RULES,
  check: (details) =>
    bytesOf(questionOf(details)) > LIMITS.reportBytes ? [{ field: 'where', message: TEXT.tooLarge }] : [],
};
const tables = configuredTables('Report', rules);

/** A deleted report may be created once more, in its own school. */
export const report: ConfiguredAggregate<'Report', ReportDetails> = aggregate<
  ConfiguredState<ReportDetails>,
  ConfiguredEvent<'Report', ReportDetails>,
  ConfiguredCommand<ReportDetails>
>({
  category: 'report',
  ...tables,
  decide: {
    ...tables.decide,
    Create: (data, state, context) => {
      const isAgain = state.kind === 'deleted' && state.organizationId === data.organizationId;
      return tables.decide.Create(data, isAgain ? tables.initial : state, context);
    },
  },
});
