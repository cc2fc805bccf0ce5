/** An import, export, backup or restore cannot continue; the message is one line for the operator. */
export class TransferRefused extends Error {
  override readonly name = 'TransferRefused';
}

/** An error about one line of a file. */
export const damagedLine = (file: string, line: number, what: string, cause?: unknown): TransferRefused =>
  new TransferRefused(`${file}, line ${line}: ${what}`, cause === undefined ? undefined : { cause });
