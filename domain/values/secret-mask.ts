const MASK = '••••';

/** Four dots and the last four characters; of a short secret only the dots. */
export const maskSecret = (secret: string): string => (secret.length > 4 ? `${MASK}${secret.slice(-4)}` : MASK);

/** A returned mask changes nothing, and no real secret starts like one. */
export const isMask = (text: string): boolean => text.startsWith(MASK);
