/** Characters that stand for themselves in RFC 8187 values; `encodeURIComponent` leaves these others alone, too. */
const LEFT_ALONE = /['()*!]/g;
const byte = (letter: string) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`;

/**
 * Names a download in both ways of RFC 6266: for everyone in plain letters, and exactly. Nothing of the name can end the
 * header's value, whatever it holds.
 */
export function contentDisposition(kind: 'attachment' | 'inline', fileName: string): string {
  const plain = fileName.normalize('NFKD').replace(/[^\w .()-]/g, (letter) => (/\p{M}/u.test(letter) ? '' : '_'));
  const exact = encodeURIComponent(fileName.toWellFormed()).replace(LEFT_ALONE, byte);
  return `${kind}; filename="${plain}"; filename*=UTF-8''${exact}`;
}
