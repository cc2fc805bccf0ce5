export const payments = /* @__PURE__ */ Object.freeze({
  invoicePaid: 'This invoice has been paid.',
  invoiceVoid: 'This invoice is void.',
  accountMoved: 'This payment account moved with the transfer to another program.',
  otherCurrency: (currency: string) =>
    `Payments have been made in another currency. Please choose a payment plan in ${currency}.`,
} as const);
