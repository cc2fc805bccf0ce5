export const reports = /* @__PURE__ */ Object.freeze({
  selectCourses: 'Please select courses to view trends',
  noCourses: 'This school has no courses yet. They appear here once a batch is created.',
  nothingInPeriod: 'No applications found for selected time period',
  nothingAfterOpening: 'No applications found after batch opening dates',
  bothDates: 'Please select both start and end dates for the custom date range.',
  datesInOrder: 'Start date must be before or equal to end date.',
  rangeTooLong: (years: number) => `Choose at most ${years} years.`,
  yearUnknown: (first: string, last: string) => `Choose days between ${first} and ${last}.`,
  tooManyApplications: (count: number, most: number) =>
    `These courses have ${count.toLocaleString('en')} applications, and this report reads at most ${most.toLocaleString('en')}. Choose fewer courses.`,
  rulesUnknown: 'Some rules are missing. Choose them again.',
  nobodyApplied: 'No one has applied to these courses yet',
  chooseOthers: 'Choose other courses to see how their applications went.',
  positionUnknown: 'We don’t know this moment. Open the report again.',
  chartNotReady: 'The chart is not ready yet. Please try again in a moment.',
  imageFailed: (message: string) => `The image could not be created: ${message}`,
} as const);
