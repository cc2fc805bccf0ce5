/** The message is one line for the operator. */
export class TransferRefused extends Error {
  override readonly name = 'TransferRefused';
}

export const damagedLine = (file: string, line: number, what: string, cause?: unknown): TransferRefused =>
  new TransferRefused(`${file}, line ${line}: ${what}`, cause === undefined ? undefined : { cause });
