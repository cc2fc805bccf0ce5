import type { FieldValue } from '../../../../../domain/application/events.ts';
import { textOf } from '../../../../../domain/application/field-value.ts';
import type {
  ReportCondition,
  ReportGrouping,
  ReportMeasure,
  ReportQuestion,
} from '../../../../../domain/saved-report/details.ts';
import type { Values } from '../../../shared/forms/field-errors.ts';

/** Lists and objects of a report are JSON texts in a form. */
function read<Value>(value: FieldValue | undefined, otherwise: Value): Value {
  const text = textOf(value ?? '');
  return text === '' ? otherwise : (JSON.parse(text) as Value);
}

export const eventsIn = (value: FieldValue | undefined): readonly string[] => read(value, []);
export const conditionsIn = (value: FieldValue | undefined): readonly ReportCondition[] => read(value, []);
export const groupingsIn = (value: FieldValue | undefined): readonly ReportGrouping[] => read(value, []);
export const measureIn = (value: FieldValue | undefined): ReportMeasure => read(value, { kind: 'count' });

export const questionIn = ({ events, where, groupBy, measure }: Values): ReportQuestion => ({
  events: [...eventsIn(events)],
  where: [...conditionsIn(where)],
  groupBy: [...groupingsIn(groupBy)],
  measure: measureIn(measure),
});
