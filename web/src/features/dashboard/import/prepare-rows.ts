import { IMPORT_PART } from '../../../../../domain/bulk/action.ts';
import { PARAGRAPH_LIMIT } from '../../../../../domain/text/text-limits.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import type { FieldProblem } from '../../../shared/api/api-client.ts';
import type { Sheet, SheetRow } from './read-spreadsheet.ts';
import { FULL_NAME, type Mapping, STATUS, type Target } from './suggest-columns.ts';

/** A row as the call takes it. */
export interface SentRow {
  readonly row: number;
  readonly status?: string;
  readonly values: Record<string, string>;
}

export interface PreparedRow {
  readonly sheetRow: SheetRow;
  readonly sent: SentRow;
  /** If there are any, the row is not sent. */
  readonly errors: readonly FieldProblem[];
}

/** A value that is imported in another form than the file has it. */
export interface Understood {
  readonly label: string;
  readonly typed: string;
  readonly meant: string;
}

export interface Prepared {
  readonly rows: readonly PreparedRow[];
  /** Each kind of change once. */
  readonly understood: readonly Understood[];
}

/** The server takes 1 MB; the rest is the envelope. */
const PART_BYTES = 900_000;
const ROW_TOO_LARGE = TEXTS.importing.rowTooLarge;
const SHORTENED = TEXTS.importing.numberRounded;

const folded = (text: string): string => text.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();

/** `Ada Lovelace` or `Lovelace, Ada`; a single word is the first name. */
export function splitName(text: string): { readonly firstName: string; readonly lastName: string } {
  const [before = '', ...after] = text.split(',');
  if (after.length === 1) return { firstName: (after[0] ?? '').trim(), lastName: before.trim() };
  const words = text.trim().split(/\s+/);
  const lastName = words.length > 1 ? (words.at(-1) ?? '') : '';
  return { firstName: words.slice(0, words.length > 1 ? -1 : 1).join(' '), lastName };
}

/** Only an option's case and blanks are changed; dates, numbers and formulas stay as the file has them. */
function meantBy(cell: string, { options }: Target): string {
  if (!options || options.includes(cell)) return cell;
  const same = folded(cell);
  return options.find((option) => folded(option) === same) ?? cell;
}

function errorOf(cell: string, { name, dataType, options }: Target): string | null {
  if (cell.length > PARAGRAPH_LIMIT) return TEXTS.forms.textTooLong(PARAGRAPH_LIMIT);
  if (cell.includes('\0')) return TEXTS.requests.unstorable.nul;
  if (name === STATUS && !options?.includes(cell)) return TEXTS.applications.statusUnknown;
  if (dataType === 'tel' && /^\s*\d(?:[.,]\d+)?E\+\d+\s*$/i.test(cell)) return SHORTENED;
  return null;
}

const fieldOf = (name: string): string => (name === STATUS ? 'status' : name === FULL_NAME ? 'firstName' : name);

export function prepareRows({ columns, rows }: Sheet, mapping: Mapping, targets: readonly Target[]): Prepared {
  const byName = new Map(targets.map((target) => [target.name, target]));
  const filling = columns.flatMap(({ index }, at) => {
    const target = byName.get(mapping[at] ?? '');
    return target ? [{ index, target }] : [];
  });
  const understood = new Map<string, Understood>();
  const note = (one: Understood) => void understood.set(JSON.stringify([one.label, one.typed]), one);
  const prepared = rows.map((sheetRow): PreparedRow => {
    const values: [string, string][] = [];
    const errors: FieldProblem[] = [];
    let status: string | undefined;
    for (const { index, target } of filling) {
      const cell = (sheetRow.cells[index] ?? '').toWellFormed();
      if (cell.trim() === '') continue;
      const meant = meantBy(cell, target);
      const message = errorOf(meant, target);
      if (message !== null) errors.push({ field: fieldOf(target.name), message });
      else if (target.name === STATUS) status = meant;
      else if (target.name === FULL_NAME) {
        const { firstName, lastName } = splitName(cell);
        values.push(['firstName', firstName], ['lastName', lastName]);
      } else values.push([target.name, meant]);
      if (message === null && meant !== cell) note({ label: target.label, typed: cell, meant });
    }
    const sent = { row: sheetRow.row, ...(status === undefined ? {} : { status }), values: Object.fromEntries(values) };
    if (errors.length === 0 && bytesOf(sent) > PART_BYTES) errors.push({ field: '', message: ROW_TOO_LARGE });
    return { sheetRow, sent, errors };
  });
  return { rows: prepared, understood: [...understood.values()] };
}

const encoder = new TextEncoder();
const bytesOf = (row: SentRow): number => encoder.encode(JSON.stringify(row)).length + 1;

/** At most 50 rows and 900 kB each, without rows that have errors. */
export function partsOf(rows: readonly PreparedRow[]): readonly (readonly SentRow[])[] {
  const parts: SentRow[][] = [];
  let room = 0;
  for (const { sent, errors } of rows) {
    if (errors.length > 0) continue;
    const bytes = bytesOf(sent);
    const last = parts.at(-1);
    if (last && last.length < IMPORT_PART && bytes <= room) {
      last.push(sent);
      room -= bytes;
    } else {
      parts.push([sent]);
      room = PART_BYTES - bytes;
    }
  }
  return parts;
}
