/** Bodies use pooled blocks of one size: under load, garbage would take as much memory as the budget again. */
export const BLOCK_BYTES = 16 * 1024;
const MOST_IDLE = 1024;
const idle: Buffer[] = [];

export const acquireBlock = (): Buffer => idle.pop() ?? Buffer.allocUnsafeSlow(BLOCK_BYTES);

export function releaseBlocks(blocks: readonly Buffer[]): void {
  for (const block of blocks) if (idle.length < MOST_IDLE) idle.push(block);
}
