/** Bodies are kept in blocks of one size, which are used again: under load garbage would be as much as the budget once more. */
export const BLOCK_BYTES = 16 * 1024;
const MOST_IDLE = 1024;
const idle: Buffer[] = [];

export const takeBlock = (): Buffer => idle.pop() ?? Buffer.allocUnsafeSlow(BLOCK_BYTES);

export function giveBlocks(blocks: readonly Buffer[]): void {
  for (const block of blocks) if (idle.length < MOST_IDLE) idle.push(block);
}
