import { hasUnseen } from '../text/blank.ts';
import { TEXTS } from '../text/texts.ts';

const MASK = '••••';

/** Four dots and the last four characters, none of them cut; of a short secret only the dots. */
export function maskSecret(secret: string): string {
  const characters = [...secret];
  return characters.length > 4 ? `${MASK}${characters.slice(-4).join('')}` : MASK;
}

/** A returned mask changes nothing. */
export const isMask = (text: string): boolean => text.startsWith(MASK) && [...text].length <= 2 * MASK.length;

/** Whether what was sent replaces or removes the secret that is held. */
export function isNewSecret(sent: unknown, heldId: string | null): boolean {
  if (sent === undefined) return false;
  const text = typeof sent === 'string' ? sent.trim() : '';
  return text === '' ? heldId !== null : !isMask(text);
}

/** Why a text cannot be a new secret; null if it can. The dots of a password field are longer than a mask. */
export function secretFault(text: string): string | null {
  if (text.startsWith(MASK)) return TEXTS.secrets.isMasked;
  return hasUnseen(text) ? TEXTS.secrets.hasUnseen : null;
}
