/** The number in a text, null if it is empty, undefined if it is not an allowed whole number. */
export function readWhole(text: string, isAllowed: (number: number) => boolean): number | null | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const number = Number(trimmed);
  return /^\d{1,9}$/.test(trimmed) && isAllowed(number) ? number : undefined;
}
