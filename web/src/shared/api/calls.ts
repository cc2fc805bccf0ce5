import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { BodyOf, ParamsOf, QueryOf, ResponseOf } from '../../../../api/contract/endpoint.ts';
import type { EndpointName, Endpoints } from '../../../../api/contract/endpoints.ts';
import { type Method, type RequestOptions, request } from './api-client.ts';

/** Only the contract's types reach the browser, because zod weighs 19 kB. */
type Contract = {
  [Name in EndpointName as `${Endpoints[Name]['method']} ${Endpoints[Name]['path']}`]: Endpoints[Name];
};

export type Call = keyof Contract;
type PathOf<Name> = Name extends `GET ${infer Path}` ? Path : never;
export type ReadPath = PathOf<Call>;

type Given<Name extends string, Value> = undefined extends Value
  ? { readonly [N in Name]?: Value }
  : { readonly [N in Name]: Value };

/** `organizationId` selects another organization than the host's. */
type Query<Name extends Call> = (undefined extends QueryOf<Contract[Name]> ? unknown : QueryOf<Contract[Name]>) & {
  readonly organizationId?: string;
};

type Parameters<Name extends Call> = Given<'params', ParamsOf<Contract[Name]>> & { readonly query?: Query<Name> };

export type CallInput<Name extends Call> = Parameters<Name> &
  Given<'body', BodyOf<Contract[Name]>> &
  Pick<RequestOptions, 'signal' | 'idempotencyKey'>;

export type Answer<Name extends Call> = ResponseOf<Contract[Name]>;

type Optional<Input> = Record<never, never> extends Input ? [Input?] : [Input];

interface Filled {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: NonNullable<RequestOptions['query']>;
}

/** Fills `{name}` in a path; values are escaped to one segment. */
export const pathWith = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

export function call<Name extends Call>(name: Name, ...[input]: Optional<CallInput<Name>>): Promise<Answer<Name>> {
  const [method, path] = name.split(' ') as [Method, string];
  const { params = {}, ...options } = (input ?? {}) as Filled & RequestOptions;
  return request<Answer<Name>>(method, pathWith(path, params), options);
}

export type Caller = typeof call;

const callers = new WeakMap<QueryClient, Caller>();

/** Replaces a client's calls: the server's prerendering asks the routes in process. */
export const bindCalls = (client: QueryClient, caller: Caller): void => void callers.set(client, caller);

export const callerOf = (client: QueryClient): Caller => callers.get(client) ?? call;

/** The path's segments, then the query, so that `keyOf('/api/batches')` is a prefix of every single batch's key. */
export function keyOf<Path extends ReadPath>(
  path: Path,
  input?: Partial<Parameters<`GET ${Path}` & Call>>,
): readonly unknown[] {
  const { params = {}, query = {} } = (input ?? {}) as Filled;
  const segments = path
    .split('/')
    .slice(2)
    .map((segment) => (segment.startsWith('{') ? params[segment.slice(1, -1)] : segment))
    .filter((segment) => segment !== undefined);
  return Object.keys(query).length > 0 ? [...segments, query] : segments;
}

export function queryOf<Path extends ReadPath>(path: Path, ...[input]: Optional<Parameters<`GET ${Path}` & Call>>) {
  type Read = `GET ${Path}` & Call;
  return queryOptions({
    queryKey: keyOf(path, input),
    queryFn: ({ client, signal }): Promise<Answer<Read>> =>
      callerOf(client)(`GET ${path}` as Read, ...([{ ...input, signal }] as unknown as Optional<CallInput<Read>>)),
  });
}
