import type { PaymentModel } from '../../../../../api/contract/payment-models.ts';
import { termsOf } from '../../../../../domain/payment-account/schedule.ts';
import { COST_LIMIT, MONTHS_LIMIT } from '../../../../../domain/payment-model/limits.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { DEFAULT_CURRENCY, fromMinor, isCurrency, parseDecimal, toMinor } from '../../../../../domain/values/money.ts';
import { numberOrText } from '../../../shared/forms/controls/number-field.ts';
import { type Field, formValues, type Values } from '../../../shared/forms/field-errors.ts';
import { plainNumber } from '../../../shared/forms/typed-number.ts';

type Details = Omit<PaymentModel, '_id' | 'version' | 'organizationId' | 'createdAt' | 'totalCost' | 'isDeleted'>;

const number = <Mode extends 'decimal' | 'numeric'>(inputMode: Mode) =>
  ({ dataType: 'text', inputMode, stored: numberOrText }) as const;

export const FIELDS = [
  { name: 'name', label: 'Name', dataType: 'text', required: true },
  {
    name: 'details',
    label: 'Details',
    dataType: 'paragraph',
    details: TEXTS.planEditor.descriptionHelp,
    isMarkdown: true,
  },
  { name: 'currency', label: 'Currency', dataType: 'text', required: true, details: TEXTS.planEditor.currencyHelp },
  { name: 'upfrontCost', label: 'Upfront cost', ...number('decimal'), required: true },
  { name: 'monthlyCost', label: 'Monthly cost', ...number('decimal'), required: true },
  { name: 'numberOfMonths', label: 'Number of months', ...number('numeric'), required: true },
  {
    name: 'monthlyPaymentDay',
    label: 'Monthly payment day',
    ...number('numeric'),
    required: true,
    details: TEXTS.planEditor.dayHelp,
  },
  {
    name: 'monthlyPaymentDelay',
    label: 'Monthly payment delay',
    ...number('numeric'),
    required: true,
    details: TEXTS.planEditor.delayHelp,
  },
] as const satisfies readonly (Field & { readonly name: keyof Details })[];

const BLANK: Details = {
  name: '',
  details: null,
  currency: DEFAULT_CURRENCY,
  upfrontCost: 0,
  monthlyCost: 0,
  numberOfMonths: 0,
  monthlyPaymentDay: 1,
  monthlyPaymentDelay: 0,
};

export const wordsOf = (model: Details = BLANK): Values => formValues(FIELDS, model);

/** The model that the form values describe, for its preview; null if a number or the currency is invalid. */
export function modelIn(words: Values, saved: PaymentModel | undefined): PaymentModel | null {
  const text = (name: keyof Details) => String(words[name] ?? '').trim();
  const number = (name: keyof Details, highest: number) => {
    const value = parseDecimal(plainNumber(text(name)));
    return value !== undefined && value >= 0 && value <= highest ? value : Number.NaN;
  };
  const currency = text('currency').toUpperCase();
  const details = {
    name: text('name'),
    details: text('details') || null,
    currency,
    upfrontCost: number('upfrontCost', COST_LIMIT),
    monthlyCost: number('monthlyCost', COST_LIMIT),
    numberOfMonths: number('numberOfMonths', MONTHS_LIMIT),
    monthlyPaymentDay: number('monthlyPaymentDay', 31),
    monthlyPaymentDelay: number('monthlyPaymentDelay', MONTHS_LIMIT),
  };
  const { numberOfMonths, monthlyPaymentDay, monthlyPaymentDelay } = details;
  const isWhole = [numberOfMonths, monthlyPaymentDay, monthlyPaymentDelay].every(Number.isInteger);
  const costs = [details.upfrontCost, details.monthlyCost].map((cost) => toMinor(cost, currency));
  if (!isCurrency(currency) || !isWhole || monthlyPaymentDay < 1 || costs.includes(null)) return null;
  const { upfront, monthly, months } = termsOf('', details);
  return {
    _id: '',
    version: 0,
    organizationId: '',
    createdAt: '',
    isDeleted: false,
    ...saved,
    ...details,
    totalCost: fromMinor(upfront + monthly * months, currency),
  };
}
