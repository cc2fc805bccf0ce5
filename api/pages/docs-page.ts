import type { OpenApiDocument, OpenApiOperation } from './openapi.ts';

const STYLE = `:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}body{max-width:60rem;margin:2rem auto;padding:0 1rem}
h2{margin-top:2.5rem;text-transform:capitalize}details{border-top:1px solid #8884;padding:.6rem 0}summary{cursor:pointer}
code,pre{font:13px/1.5 ui-monospace,monospace}pre{overflow:auto;background:#8881;padding:.8rem;border-radius:8px}
.method{display:inline-block;min-width:4.5rem;font-weight:600}`;

/** One page without scripts or external resources. */
export function docsPage({ paths, info }: OpenApiDocument): string {
  const groups = new Map<string, string[]>();
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const tag = operation.tags[0] ?? '';
      groups.set(tag, [...(groups.get(tag) ?? []), operationHtml(method, path, operation)]);
    }
  }
  const body = [...groups].map(([tag, operations]) => `<h2>${escapeHtml(tag)}</h2>${operations.join('')}`).join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Intake API</title><style>${STYLE}</style></head><body><main><h1>Intake API</h1>
<p>${escapeHtml(String(info.description))} The machine-readable form: <a href="/api/openapi.json">/api/openapi.json</a>.</p>${body}</main></body></html>`;
}

function operationHtml(
  method: string,
  path: string,
  { summary, parameters, requestBody, responses }: OpenApiOperation,
) {
  const names = parameters.map(
    ({ name, in: where }) => `<li><code>${escapeHtml(String(name))}</code> in ${escapeHtml(String(where))}</li>`,
  );
  return `<details><summary><span class="method">${method.toUpperCase()}</span><code>${escapeHtml(path)}</code> — ${escapeHtml(summary)}</summary>
${names.length > 0 ? `<h3>Parameters</h3><ul>${names.join('')}</ul>` : ''}${section('Request', requestBody)}${section('Answer', responses['200'])}</details>`;
}

const section = (title: string, value: unknown): string =>
  value === undefined ? '' : `<h3>${title}</h3><pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>`;

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
