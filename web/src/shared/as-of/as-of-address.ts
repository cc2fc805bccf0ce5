/** The parameter of an address that holds the position of the log that the page shows. */
export const AS_OF = 'asOf';
const POSITION = /^0x[0-9a-f]{32}$/;

export function asOfIn(params: URLSearchParams, name = AS_OF): string | null {
  const position = params.get(name) ?? '';
  return POSITION.test(position) ? position : null;
}
