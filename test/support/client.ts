import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '../../api/contract/endpoint.ts';
import { ENDPOINTS, type EndpointName, type Endpoints } from '../../api/contract/endpoints.ts';
import type { Problem } from '../../api/contract/problem.ts';

export interface Answer<Body> {
  readonly status: number;
  readonly headers: Headers;
  /** Of a 200; any other answer is in `problem`. */
  readonly body: Body;
  readonly problem: Problem;
}

type Given<Name extends EndpointName> = {
  params?: ParamsOf<Endpoints[Name]>;
  query?: Record<string, string> & QueryOf<Endpoints[Name]>;
  /** Tests also send what no schema allows. */
  body?: BodyOf<Endpoints[Name]> | unknown;
  headers?: Record<string, string>;
};

export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Uint8Array | FormData;
}

/** A browser without a screen: keeps cookies, sends its Origin, and validates every success against the contract. */
export interface Client {
  readonly url: string;
  /** By name, as the server set them. */
  readonly cookies: Map<string, string>;
  call<Name extends EndpointName>(name: Name, given?: Given<Name>): Promise<Answer<ResponseOf<Endpoints[Name]>>>;
  raw(request: RawRequest): Promise<Response>;
}

export function createClient(url: string, { organizationId }: { organizationId?: string } = {}): Client {
  const cookies = new Map<string, string>();

  async function raw({ method, path, headers = {}, body }: RawRequest): Promise<Response> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(new URL(path, url), {
      method,
      redirect: 'manual',
      headers: { Origin: new URL(url).origin, ...(cookie ? { Cookie: cookie } : {}), ...headers },
      ...(body === undefined ? {} : { body }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ');
      const [name = '', value = ''] = pair.split('=', 2);
      if (attributes.includes('Max-Age=0')) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  }

  return {
    url,
    cookies,
    raw,
    async call(name, { params, query, body, headers } = {}) {
      const endpoint: Endpoint = ENDPOINTS[name];
      const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, member: string) =>
        encodeURIComponent(String((params as Record<string, unknown> | undefined)?.[member])),
      );
      const search = new URLSearchParams({ ...(organizationId ? { organizationId } : {}), ...query });
      const response = await raw({
        method: endpoint.method,
        path: search.size > 0 ? `${path}?${search}` : path,
        ...encoded(endpoint, body, headers),
      });
      const type = response.headers.get('content-type') ?? '';
      const content: unknown = type.includes('json') ? await response.json() : await response.text();
      if (response.status === 200) endpoint.response.parse(content);
      const answer = { status: response.status, headers: response.headers, body: content, problem: content };
      return answer as Answer<ResponseOf<Endpoints[typeof name]>>;
    },
  };
}

/** JSON, or a form with a file. */
function encoded(
  { consumes }: Endpoint,
  body: unknown,
  headers: Record<string, string> = {},
): Pick<RawRequest, 'headers' | 'body'> {
  if (body === undefined) return { headers };
  if (consumes === undefined || typeof body === 'string') {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return { headers: { 'Content-Type': 'application/json', ...headers }, body: text };
  }
  return { headers, body: formOf(body as Readonly<Record<string, unknown>>) };
}

/** Other members than texts are sent as JSON, which no form schema accepts. */
function formOf(members: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(members)) {
    if (value === undefined) continue;
    if (value instanceof Blob) form.append(name, value);
    else form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return form;
}
