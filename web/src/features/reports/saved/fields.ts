import type { SavedReport } from '../../../../../api/contract/saved-reports.ts';
import type { FieldValue } from '../../../../../domain/application/events.ts';
import type { ReportCatalogue } from '../../../../../domain/report-catalogue/catalogue.ts';
import {
  conditionsInWords,
  eventsInWords,
  groupingsInWords,
  measureInWords,
} from '../../../../../domain/report-catalogue/sentence.ts';
import { CHART_NAMES, REPORT_CHARTS } from '../../../../../domain/saved-report/details.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { type Field, formValues, type Values } from '../../../shared/forms/field-errors.ts';
import { ConditionsControl } from './conditions-control.tsx';
import { EventsControl } from './events-control.tsx';
import { conditionsIn, eventsIn, groupingsIn, measureIn } from './form-values.ts';
import { GroupingsControl } from './groupings-control.tsx';
import { MeasureControl } from './measure-control.tsx';

const CHARTS = REPORT_CHARTS.map((value) => ({ value, label: CHART_NAMES[value] }));

const isWithoutValue = (value: FieldValue): boolean => conditionsIn(value).some(({ values }) => values.length === 0);

/** In the order of the form. The catalogue puts values into words. */
export const fieldsOf = (catalogue: ReportCatalogue): readonly Field[] => [
  { name: 'name', label: 'Name', dataType: 'text', required: true },
  {
    name: 'events',
    label: 'What happens',
    dataType: 'custom',
    required: true,
    Control: EventsControl,
    stored: eventsIn,
    inWords: (value) => eventsInWords(eventsIn(value), catalogue),
  },
  {
    name: 'measure',
    label: 'What to show',
    dataType: 'custom',
    required: true,
    Control: MeasureControl,
    stored: measureIn,
    inWords: (value) => (value === '' ? '' : measureInWords(measureIn(value), catalogue)),
  },
  {
    name: 'where',
    label: 'Only where',
    dataType: 'custom',
    Control: ConditionsControl,
    stored: conditionsIn,
    check: (value) => (isWithoutValue(value) ? TEXTS.reportPages.chooseValues : null),
    inWords: (value) => conditionsInWords(conditionsIn(value), catalogue),
  },
  {
    name: 'groupBy',
    label: 'Groups',
    dataType: 'custom',
    Control: GroupingsControl,
    stored: groupingsIn,
    inWords: (value) => groupingsInWords(groupingsIn(value), catalogue),
  },
  { name: 'chart', label: 'Chart', dataType: 'select', required: true, options: CHARTS },
];

type Details = Pick<SavedReport, 'name' | 'events' | 'measure' | 'where' | 'groupBy' | 'chart'>;
const BLANK: Details = {
  name: '',
  events: [],
  measure: { kind: 'count' },
  where: [],
  groupBy: [],
  chart: 'columns',
};

export const wordsOf =
  (fields: readonly Field[]) =>
  (report: Details = BLANK): Values =>
    formValues(fields, report);
