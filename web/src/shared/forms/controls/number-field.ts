import type { FieldValue } from '../../../../../domain/application/events.ts';
import { isEmptyValue, textOf } from '../../../../../domain/application/field-value.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { parseDecimal } from '../../../../../domain/values/money.ts';
import type { Field } from '../field-errors.ts';
import { plainNumber } from '../typed-number.ts';

const numberIn = (value: FieldValue) => parseDecimal(plainNumber(textOf(value)));

/** A text that is no number is refused by the server's own rule. */
export const numberOrText = (value: FieldValue): number | string | null =>
  isEmptyValue(value) ? null : (numberIn(value) ?? textOf(value));

/** A number that may be typed in groups; `least` and `most` are included. */
export const numberField = ({
  isWhole = true,
  least = 0,
  most,
}: {
  readonly isWhole?: boolean;
  readonly least?: number;
  readonly most: number;
}) =>
  ({
    dataType: 'text',
    inputMode: isWhole ? 'numeric' : 'decimal',
    check(value) {
      const number = numberIn(value);
      if (number !== undefined && number >= least && number <= most && (!isWhole || Number.isInteger(number)))
        return null;
      return TEXTS.fields.enterNumber(isWhole, least, most);
    },
    stored: numberOrText,
  }) as const satisfies Partial<Field>;
