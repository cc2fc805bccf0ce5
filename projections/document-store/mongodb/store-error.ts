import { BSON, MongoBulkWriteError, MongoError, MongoInvalidArgumentError } from 'mongodb';
import { DocumentStoreUnavailable } from '../port.ts';

const DUPLICATE_KEY = 11000;
const NAMESPACE_NOT_FOUND = 26;
/** Bad value, parse failure, wrong type, bad field name, too large: retrying is useless. */
const DOCUMENT_REFUSED: readonly unknown[] = [2, 9, 14, 52, 10334, 17419, 17420];

const codeOf = (error: unknown) => (error instanceof MongoError ? error.code : undefined);
export const isDuplicateKey = (error: unknown) => codeOf(error) === DUPLICATE_KEY;
export const isMissingCollection = (error: unknown) => codeOf(error) === NAMESPACE_NOT_FOUND;

/** The driver refused to encode a document; nothing was sent. */
export const isRefusedUnsent = (error: unknown) =>
  [BSON.BSONError, MongoInvalidArgumentError, RangeError, TypeError].some((refusal) => error instanceof refusal);

/** Unknown outcomes, transient and socket errors become `DocumentStoreUnavailable`; an error of the document stays. */
export function asStoreError(error: unknown): unknown {
  if (isRefusedUnsent(error) || error instanceof DocumentStoreUnavailable) return error;
  const isRefused = !(error instanceof MongoBulkWriteError) && DOCUMENT_REFUSED.includes(codeOf(error));
  return isRefused ? error : new DocumentStoreUnavailable(`MongoDB: ${(error as Error).message}`);
}

export async function withStoreErrors<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call;
  } catch (error) {
    throw asStoreError(error);
  }
}

interface WriteFailure {
  readonly code: number;
  readonly errmsg?: string | undefined;
}

/** Failures by index; undefined if no write's outcome is known. */
export function writeErrorsOf(error: unknown): ReadonlyMap<number, WriteFailure> | undefined {
  if (!(error instanceof MongoBulkWriteError) || error.result.getWriteConcernError()) return undefined;
  const all = [error.writeErrors].flat();
  return all.length > 0 ? new Map(all.map((each) => [each.index, each])) : undefined;
}

export function outcomeOf({ code, errmsg = `error ${code}` }: WriteFailure): false | { readonly error: Error } {
  if (code === DUPLICATE_KEY) return false;
  const message = `MongoDB: ${errmsg}`;
  return { error: DOCUMENT_REFUSED.includes(code) ? new Error(message) : new DocumentStoreUnavailable(message) };
}
