import { BSON, MongoBulkWriteError, MongoError, MongoInvalidArgumentError } from 'mongodb';
import { DocumentStoreUnavailable } from '../port.ts';

const DUPLICATE_KEY = 11000;
const NAMESPACE_NOT_FOUND = 26;
/** Bad value, parse failure, wrong type, bad field name, too large: repeating it would change nothing. */
const DOCUMENT_REFUSED: readonly unknown[] = [2, 9, 14, 52, 10334, 17419, 17420];

const codeOf = (error: unknown) => (error instanceof MongoError ? error.code : undefined);
export const isDuplicateKey = (error: unknown) => codeOf(error) === DUPLICATE_KEY;
export const isMissingCollection = (error: unknown) => codeOf(error) === NAMESPACE_NOT_FOUND;

/** The driver, or its encoding of documents, does not take one; nothing has left this process. */
export const isRefusedUnsent = (error: unknown) =>
  [BSON.BSONError, MongoInvalidArgumentError, RangeError, TypeError].some((refusal) => error instanceof refusal);

/**
 * What the port throws in place of the driver's error. Whatever leaves the outcome unknown counts as unavailable, so does
 * whatever the server may get over, and an error of the socket, which the driver passes on bare; only what is wrong with
 * the document itself stays as it is.
 */
export function asStoreError(error: unknown): unknown {
  if (isRefusedUnsent(error) || error instanceof DocumentStoreUnavailable) return error;
  const isRefused = !(error instanceof MongoBulkWriteError) && DOCUMENT_REFUSED.includes(codeOf(error));
  return isRefused ? error : new DocumentStoreUnavailable(`MongoDB: ${(error as Error).message}`);
}

/** Runs a call of the driver; its errors leave as the port's. */
export async function told<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call;
  } catch (error) {
    throw asStoreError(error);
  }
}

/** How one write of a bulk failed. */
interface WriteFailure {
  readonly code: number;
  readonly errmsg?: string | undefined;
}

/** The failures of single writes in a bulk, by their index; undefined where the outcome of all is unknown. */
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
