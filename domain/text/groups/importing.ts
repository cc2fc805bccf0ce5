export const importing = /* @__PURE__ */ Object.freeze({
  fileNotRead: 'We couldn’t read this file. Check that it still exists, then choose it again.',
  nothingPasted: 'Paste at least one row.',
  fileHelp: 'CSV, up to 20 MB and 5,000 rows. You can also drop the file here.',
  pasteHelp: 'Select the cells and their column titles, copy them and paste them here.',
  openQuote:
    'A quotation mark in this file is never closed, so several rows may have run together. Check the last rows, or save the file as CSV again.',
  adminsOnly: 'Only Owners and Admins can import applicants.',
  confirmLeaveRunning:
    'If you leave this page, the import stops. To continue it, come back and choose the same file. Leave this page?',
  confirmLeaveRows: 'You can download the rows that were not imported only on this page. Leave without them?',
  keepOpen:
    'Keep this page open. If it closes, come back and choose the same file. The import then continues, and no one is added twice.',
  otherFile: (name: string) => `This is not the file that you started with. Choose ${name}, or end this import first.`,
  noneTwice: 'again to continue. No one is added twice.',
  rowsToCorrect:
    'Download the rows that were not imported, correct them and import that file. You can download them until you leave this page.',
  rowTooLarge: 'This row is larger than 900 kB. Shorten its cells.',
  numberRounded: 'The spreadsheet has rounded this number. Format the column as text, enter the number again and save.',
  noneFits: 'None of these rows can be imported. Correct the spreadsheet or the columns.',
  sendsNothing: 'Otherwise the import sends no emails.',
  unanswered: 'Applicants must answer these questions. The import adds applicants without an answer to:',
  isWorkbook:
    'This is a workbook, not a CSV file. In Excel choose File › Save As › CSV UTF-8, in Google Sheets File › Download › Comma-separated values, in Numbers File › Export To › CSV. Then choose the saved file, or copy the cells and paste them here.',
  notText: 'This file is not a spreadsheet saved as text. Save the spreadsheet as CSV and choose that file.',
  fileTooLarge: 'This file is larger than 20 MB. Split it, or delete columns that you do not need.',
  noRows: 'No rows found. Choose a file with at least one applicant.',
  tooManyColumns: (limit: number) => `There are more than ${limit} columns. Delete the columns that you do not need.`,
  noBatches: 'There are no batches yet. Create one in Config, then import its applicants here.',
  chooseAgain: 'must be chosen again, because the page was reloaded. Your choice of columns is kept.',
  columnsHelp: 'Each column fills one field. Dates, numbers and formulas are imported exactly as the file shows them.',
  tooManyRows: (rows: string, limit: string) =>
    `There are ${rows}. One import adds at most ${limit} applicants: split the file and import its parts one after another.`,
  chooseColumnFor: (fields: readonly string[]) =>
    `Choose a column for: ${fields.join(', ')}. Every applicant needs ${fields.length === 1 ? 'it' : 'them'}.`,
} as const);
