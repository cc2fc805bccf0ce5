export const paymentModels = /* @__PURE__ */ Object.freeze({
  inUse: (processes: readonly string[]) => `This payment model is in use by ${processes.join(', ')}.`,
  adminsOnly: 'Payment plans are shown to Owners and Admins only.',
  deleted: 'The payment model has been deleted.',
  currencyUnknown: 'Please enter the code of a currency such as PHP.',
  costOutOfRange: (highest: string) => `A cost must be between 0 and ${highest}.`,
  decimalsTooMany: (currency: string, digits: number) =>
    digits === 0
      ? `Amounts in ${currency} have no decimals.`
      : `Amounts in ${currency} have at most ${digits} decimals.`,
  wholeNumber: (name: string, lowest: number, highest: number) =>
    `${name} must be a whole number from ${lowest} to ${highest}.`,
  numbersInvalid: 'An error occurred parsing the numeric inputs. Check your values and try again',
  saveFailed: (message: string) => `Error occurred saving changes to payment model: ${message}`,
} as const);
