import { z } from 'zod';
import type { EndpointName } from '../../api/contract/endpoints.ts';
import type { OpenApiDocument, OpenApiOperation } from '../../api/pages/openapi.ts';
import type { JsonSchema } from './json-schema-values.ts';

/** Read from the published description, not from our types. */
export interface PublishedCall {
  readonly name: EndpointName;
  readonly method: string;
  readonly path: string;
  readonly body: JsonSchema | undefined;
  /** Of a form with a file. */
  readonly form: JsonSchema | undefined;
  readonly members: readonly string[];
  readonly parameters: readonly PublishedParameter[];
  readonly headers: readonly PublishedParameter[];
  readonly statuses: readonly string[];
  /** Of answers of success. */
  readonly mediaTypes: readonly string[];
  /** Undefined for a valid answer, and for anything but JSON. */
  readonly errorOf: (status: number, content: unknown) => unknown;
}

export interface PublishedParameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

type Published = Parameters<typeof z.fromJSONSchema>[0];

const contentOf = (part: unknown, type: string): JsonSchema | undefined =>
  (part as { content?: Record<string, { schema: JsonSchema }> } | undefined)?.content?.[type]?.schema;

export async function readPublished(url: string): Promise<ReadonlyMap<EndpointName, PublishedCall>> {
  const { paths, components } = (await (await fetch(`${url}/api/openapi.json`)).json()) as OpenApiDocument;
  const problem = z.fromJSONSchema((components.schemas as Record<string, Published>).Problem as Published);
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): PublishedCall => callOf(path, method, operation, problem)),
  );
  return new Map(calls.map((call) => [call.name, call]));
}

function callOf(path: string, method: string, operation: OpenApiOperation, problem: z.ZodType): PublishedCall {
  const { operationId, requestBody, parameters, responses } = operation;
  const schema = contentOf(responses[200], 'application/json');
  const all = parameters as unknown as readonly PublishedParameter[];
  const answer = schema ? z.fromJSONSchema(schema as Published) : z.unknown();
  return {
    name: operationId as EndpointName,
    method: method.toUpperCase(),
    path,
    body: contentOf(requestBody, 'application/json'),
    form: contentOf(requestBody, 'multipart/form-data'),
    members: ['application/json', 'multipart/form-data'].flatMap((type) =>
      Object.keys(contentOf(requestBody, type)?.properties ?? {}),
    ),
    parameters: all.filter((each) => each.in !== 'header'),
    headers: all.filter((each) => each.in === 'header'),
    statuses: Object.keys(responses),
    mediaTypes: Object.keys((responses[200] as { content?: object } | undefined)?.content ?? {}),
    errorOf: (status, content) => (status === 200 ? answer : problem).safeParse(content).error,
  };
}
