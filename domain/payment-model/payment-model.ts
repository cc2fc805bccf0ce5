import { configuredDocument } from '../configuration/configured-document.ts';
import { type FieldRule, type FieldRules, optionalText, requiredName } from '../configuration/field-rules.ts';
import type { FieldError } from '../event-sourcing/decision.ts';
import { PARAGRAPH_LIMIT } from '../text/text-limits.ts';
import { TEXTS } from '../text/texts.ts';
import { DEFAULT_CURRENCY, fromMinor, isCurrency, minorDigits, parseDecimal, toMinor } from '../values/money.ts';
import type { PaymentModelDetails } from './events.ts';
import { COST_LIMIT, MONTHS_LIMIT } from './limits.ts';

const cost: FieldRule<number> = (wanted) => {
  const value = parseDecimal(wanted);
  if (value === undefined) return { message: TEXTS.paymentModels.numbersInvalid };
  if (value < 0 || value > COST_LIMIT) {
    return { message: TEXTS.paymentModels.costOutOfRange(COST_LIMIT.toLocaleString('en')) };
  }
  return { value: value + 0 };
};

const whole =
  (name: string, lowest: number, highest: number): FieldRule<number> =>
  (wanted) => {
    const value = parseDecimal(wanted);
    if (value === undefined) return { message: TEXTS.paymentModels.numbersInvalid };
    const isWithin = Number.isInteger(value) && value >= lowest && value <= highest;
    return isWithin ? { value: value + 0 } : { message: TEXTS.paymentModels.wholeNumber(name, lowest, highest) };
  };

const currency: FieldRule<string> = (wanted) => {
  const value = wanted?.trim().toUpperCase() ?? '';
  return isCurrency(value) ? { value } : { message: TEXTS.paymentModels.currencyUnknown };
};

export const PAYMENT_MODEL_RULES: FieldRules<PaymentModelDetails> = {
  name: requiredName,
  details: optionalText(PARAGRAPH_LIMIT),
  upfrontCost: cost,
  monthlyCost: cost,
  numberOfMonths: whole('The number of months', 0, MONTHS_LIMIT),
  monthlyPaymentDay: whole('The payment day', 1, 31),
  monthlyPaymentDelay: whole('The payment delay', 0, MONTHS_LIMIT),
  currency,
};

const BLANK: PaymentModelDetails = {
  name: '',
  details: null,
  upfrontCost: 0,
  monthlyCost: 0,
  numberOfMonths: 0,
  monthlyPaymentDay: 1,
  monthlyPaymentDelay: 0,
  currency: DEFAULT_CURRENCY,
};

/** A cost with more digits than its currency could not be paid exactly. */
const costsFitCurrency = (details: PaymentModelDetails): readonly FieldError[] =>
  (['upfrontCost', 'monthlyCost'] as const).flatMap((field) =>
    toMinor(details[field], details.currency) === null
      ? [
          {
            field,
            message: TEXTS.paymentModels.decimalsTooMany(details.currency, minorDigits(details.currency)),
          },
        ]
      : [],
  );

export const paymentModel = configuredDocument('paymentModel', 'PaymentModel', {
  blank: BLANK,
  rules: PAYMENT_MODEL_RULES,
  check: costsFitCurrency,
  whyKept: (_, usedBy) => (usedBy.length > 0 ? TEXTS.paymentModels.inUse(usedBy) : null),
});

export function totalCost({ upfrontCost, monthlyCost, numberOfMonths, currency: code }: PaymentModelDetails): number {
  const [upfront, monthly] = [toMinor(upfrontCost, code), toMinor(monthlyCost, code)];
  if (upfront === null || monthly === null) throw new Error(`A payment model costs what ${code} cannot express`);
  return fromMinor(upfront + monthly * numberOfMonths, code);
}
