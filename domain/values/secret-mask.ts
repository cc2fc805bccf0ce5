const MASK = '••••';

/** Four dots and the last four characters, none of them cut; of a short secret only the dots. */
export function maskSecret(secret: string): string {
  const characters = [...secret];
  return characters.length > 4 ? `${MASK}${characters.slice(-4).join('')}` : MASK;
}

/** A returned mask changes nothing, and no real secret starts like one. */
export const isMask = (text: string): boolean => text.startsWith(MASK);
