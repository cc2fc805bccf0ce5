/** `encodeURIComponent` leaves these as they are, but RFC 8187 does not. */
const LEFT_ALONE = /['()*!]/g;
const byte = (letter: string) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`;

/** Names a download in both forms of RFC 6266, ASCII and exact. No name can end the header's value. */
export function contentDisposition(kind: 'attachment' | 'inline', fileName: string): string {
  const plain = fileName.normalize('NFKD').replace(/[^\w .()-]/g, (letter) => (/\p{M}/u.test(letter) ? '' : '_'));
  const exact = encodeURIComponent(fileName.toWellFormed()).replace(LEFT_ALONE, byte);
  return `${kind}; filename="${plain}"; filename*=UTF-8''${exact}`;
}
