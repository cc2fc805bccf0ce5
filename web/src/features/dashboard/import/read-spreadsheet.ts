import { BULK_LIMIT } from '../../../../../domain/bulk/action.ts';
import { counted, grouped } from '../../../../../domain/text/counted.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { isEmail } from '../../../../../domain/values/email.ts';

export const ENCODINGS = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16, little endian',
  'utf-16be': 'UTF-16, big endian',
  'windows-1252': 'Windows-1252 (Western European)',
} as const;
export type Encoding = keyof typeof ENCODINGS;

export const SEPARATORS = { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab' } as const;
export type Separator = keyof typeof SEPARATORS;
export const isSeparator = (text: string): text is Separator => Object.hasOwn(SEPARATORS, text);

/** How a file is read. */
export interface Reading {
  readonly encoding: Encoding;
  readonly separator: Separator;
  readonly hasTitles: boolean;
}

export interface SheetColumn {
  /** Of its cells in each row. */
  readonly index: number;
  /** Unique in its sheet. */
  readonly title: string;
  /** The first few different values. */
  readonly samples: readonly string[];
}

export interface SheetRow {
  /** As the spreadsheet numbers it, from 1. */
  readonly row: number;
  readonly cells: readonly string[];
}

export interface Sheet {
  readonly reading: Reading;
  readonly columns: readonly SheetColumn[];
  /** Without the row of titles and without empty rows. */
  readonly rows: readonly SheetRow[];
  readonly emptyRows: number;
  /** A quotation mark that is never closed joins all cells after it. */
  readonly hasOpenQuote: boolean;
}

export const FILE_LIMIT = 20_000_000;
const COLUMN_LIMIT = 500;
/** Rows with empty ones; a longer file is read no further. */
const READ_LIMIT = 4 * BULK_LIMIT;
const SAMPLES = 3;

export const WORKBOOK = TEXTS.importing.isWorkbook;
const NOT_TEXT = TEXTS.importing.notText;
export const TOO_LARGE = TEXTS.importing.fileTooLarge;
const NOTHING = TEXTS.importing.noRows;
const TOO_MANY_COLUMNS = TEXTS.importing.tooManyColumns(COLUMN_LIMIT);

const startsWith = (bytes: Uint8Array, ...start: readonly number[]): boolean =>
  start.every((byte, at) => bytes[at] === byte);

/** A sentence for people if the content is no text; null for text. */
export function whyNotText(bytes: Uint8Array): string | null {
  // ZIP (.xlsx, .ods, .numbers) and OLE (.xls).
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04) || startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) return WORKBOOK;
  const known = [
    [0x25, 0x50, 0x44, 0x46],
    [0x89, 0x50, 0x4e, 0x47],
    [0xff, 0xd8, 0xff],
    [0x1f, 0x8b],
  ];
  return known.some((start) => startsWith(bytes, ...start)) ? NOT_TEXT : null;
}

/** By byte order mark; without one by the zero bytes of UTF-16, then by whether the bytes are valid UTF-8. */
export function encodingOf(bytes: Uint8Array): Encoding {
  if (startsWith(bytes, 0xff, 0xfe)) return 'utf-16le';
  if (startsWith(bytes, 0xfe, 0xff)) return 'utf-16be';
  const start = bytes.subarray(0, 2000);
  const zeros = (parity: number) => start.filter((byte, at) => byte === 0 && at % 2 === parity).length;
  if (zeros(1) > start.length / 4) return 'utf-16le';
  if (zeros(0) > start.length / 4) return 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

const isBlank = (cell: string): boolean => cell.trim() === '';

/** Titles hold neither email addresses nor numbers. */
const looksLikeTitles = (cells: readonly string[]): boolean =>
  !cells.some((cell) => isEmail(cell) || (/^[+\d\s()./:-]+$/.test(cell) && /\d/.test(cell)));

/** The sheet, or a sentence for people. What is not given is detected. */
export async function readSpreadsheet(bytes: Uint8Array, given: Partial<Reading> = {}): Promise<Sheet | string> {
  if (bytes.length > FILE_LIMIT) return TOO_LARGE;
  const reason = whyNotText(bytes);
  if (reason !== null) return reason;
  const { default: Papa } = await import('papaparse');
  const encoding = given.encoding ?? encodingOf(bytes);
  const { data, errors, meta } = Papa.parse<string[]>(new TextDecoder(encoding).decode(bytes), {
    delimiter: given.separator ?? '',
    delimitersToGuess: Object.keys(SEPARATORS),
    preview: READ_LIMIT,
  });
  const records = data.map((cells, at): SheetRow => ({ row: at + 1, cells }));
  const filled = records.filter(({ cells }) => !cells.every(isBlank));
  const [first] = filled;
  if (!first) return NOTHING;
  const hasTitles = given.hasTitles ?? looksLikeTitles(first.cells);
  const rows = hasTitles ? filled.slice(1) : filled;
  if (rows.length === 0) return NOTHING;
  if (rows.length > BULK_LIMIT || meta.truncated) {
    const found = counted(rows.length, 'row', 'rows');
    return TEXTS.importing.tooManyRows(meta.truncated ? `more than ${found}` : found, grouped(BULK_LIMIT));
  }
  const columns = columnsOf(hasTitles ? first.cells : [], rows);
  if (columns.length > COLUMN_LIMIT) return TOO_MANY_COLUMNS;
  const separator = isSeparator(meta.delimiter) ? meta.delimiter : ',';
  const last = filled.at(-1)?.row ?? 0;
  return {
    reading: { encoding, separator, hasTitles },
    columns,
    rows,
    emptyRows: last - filled.length,
    hasOpenQuote: errors.some(({ code }) => code === 'MissingQuotes'),
  };
}

function columnsOf(titles: readonly string[], rows: readonly SheetRow[]): readonly SheetColumn[] {
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), titles.length);
  const used = new Map<string, number>();
  return Array.from({ length: width }, (_, index) => {
    const title = titles[index]?.trim() || '';
    const samples = samplesOf(index, rows);
    return title === '' && samples.length === 0 ? null : { index, title: title || `Column ${index + 1}`, samples };
  }).flatMap((column) => {
    if (!column) return [];
    const count = (used.get(column.title) ?? 0) + 1;
    used.set(column.title, count);
    return count === 1 ? column : { ...column, title: `${column.title} (${count})` };
  });
}

function samplesOf(index: number, rows: readonly SheetRow[]): readonly string[] {
  const samples = new Set<string>();
  for (const { cells } of rows) {
    const cell = cells[index] ?? '';
    if (!isBlank(cell)) samples.add(cell);
    if (samples.size === SAMPLES) break;
  }
  return [...samples];
}
