const SPACE_BETWEEN_GROUPS = /(?<=\d)[\s'’](?=\d{3}(?!\d))/g;
/** Groups of three digits, or Indian groups: two digits before the last three. */
const COMMA_GROUPS = /^[+-]?[1-9]\d{0,2}(?:,\d{2,3})*,\d{3}(?:\.\d*)?$/;
const POINT_GROUPS = /^[+-]?[1-9]\d{0,2}(?:(?:\.\d{3})+,\d*|(?:\.\d{3}){2,})$/;
const DECIMAL_COMMA = /^[+-]?\d*,\d*$/;

/** `1,500.50`, `1 500,50` and `1.500,50` become `1500.50`; `1,500` becomes 1500. Other text is returned unchanged. */
export function plainNumber(typed: string): string {
  const text = typed.trim().replace(SPACE_BETWEEN_GROUPS, '');
  if (COMMA_GROUPS.test(text)) return text.replaceAll(',', '');
  if (POINT_GROUPS.test(text)) return text.replaceAll('.', '').replace(',', '.');
  return DECIMAL_COMMA.test(text) ? text.replace(',', '.') : text;
}
