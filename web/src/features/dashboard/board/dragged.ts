/** Of our own kind, so that no text and no file that somebody drags over the board is taken for a card. */
const KIND = 'application/x-intake-application';

/** A card under way, and the version of it that was taken up. */
export interface Dragged {
  readonly id: string;
  readonly version: number;
}

export function takeUp(transfer: DataTransfer, { id, version }: Dragged): void {
  transfer.effectAllowed = 'move';
  transfer.setData(KIND, JSON.stringify({ id, version }));
}

export const isCard = (transfer: DataTransfer): boolean => transfer.types.includes(KIND);

export function putDown(transfer: DataTransfer): Dragged | null {
  const text = transfer.getData(KIND);
  return text === '' ? null : (JSON.parse(text) as Dragged);
}
