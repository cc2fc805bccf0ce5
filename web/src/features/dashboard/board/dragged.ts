/** A media type of the board, so that dragged texts and files are not taken for cards. */
const KIND = 'application/x-intake-application';

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
