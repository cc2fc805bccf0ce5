const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

export interface TooltipRow {
  readonly name: string;
  readonly colour: string;
  readonly value: string;
}

/** The only place that makes HTML for chart tooltips: it escapes names, which other people have typed. */
export function tooltipHtml(title: string, rows: readonly TooltipRow[], className: string): string {
  const lines = rows.map(
    ({ name, colour, value }) =>
      `<li><i style="background:${escaped(colour)}"></i><span dir="auto">${escaped(name)}</span><b>${escaped(value)}</b></li>`,
  );
  return `<div class="${className}"><p dir="auto">${escaped(title)}</p><ul>${lines.join('')}</ul></div>`;
}
