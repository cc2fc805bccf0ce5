import { z } from 'zod';
import type { Endpoint } from '../contract/endpoint.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { problemSchema } from '../contract/problem.ts';
import { PROBLEM_STATUSES } from '../http/problems.ts';

type JsonObject = { readonly [name: string]: unknown };
export interface OpenApiOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly parameters: readonly JsonObject[];
  readonly requestBody?: JsonObject;
  readonly responses: JsonObject;
}
export interface OpenApiDocument {
  readonly [member: string]: unknown;
  readonly openapi: string;
  readonly info: JsonObject;
  readonly paths: { readonly [path: string]: { readonly [method: string]: OpenApiOperation } };
  readonly components: JsonObject;
}

/** OpenAPI 3.1, generated from the contract that also validates. */
export function openApiDocument(): OpenApiDocument {
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const [name, endpoint] of Object.entries(ENDPOINTS) as [string, Endpoint][]) {
    const path = paths[endpoint.path] ?? {};
    paths[endpoint.path] = path;
    path[endpoint.method.toLowerCase()] = operationOf(name, endpoint);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Intake',
      version: '1',
      description:
        'Success is always 200. Errors are problem documents (RFC 9457) whose member `message` is the text for people.',
    },
    paths,
    components: {
      schemas: { Problem: schemaOf(problemSchema, 'output') },
      responses: {
        Problem: problemResponse({ $ref: '#/components/schemas/Problem' }),
      },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: '__Host-session' } },
    },
  };
}

function operationOf(name: string, endpoint: Endpoint): OpenApiOperation {
  const { method, path, body, query, params, response, problem, capability, summary, mediaType, consumes } = endpoint;
  const isApi = path.startsWith('/api/');
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    description,
    schema: { type: 'string' },
  });
  const parameters = [
    ...parametersOf(params, 'path'),
    ...parametersOf(query, 'query'),
    ...(isApi
      ? [{ name: 'organizationId', in: 'query', description: 'Selects the organization.', schema: { type: 'string' } }]
      : []),
    ...(isApi && method !== 'GET' ? [header('Idempotency-Key', 'A retry under the same key has one effect.')] : []),
    ...(isApi && method === 'GET'
      ? [
          header(
            'X-Min-Position',
            'Waits until the answer shows what was written at these positions, taken from X-Position headers; 400 for invalid ones.',
          ),
        ]
      : []),
  ];
  return {
    operationId: name,
    summary,
    tags: [capability.split('.')[0] as string],
    parameters,
    ...(body
      ? {
          requestBody: {
            required: true,
            content: { [consumes ?? 'application/json']: { schema: schemaOf(body, 'input') } },
          },
        }
      : {}),
    responses: {
      200: {
        description: 'Success.',
        content: { [mediaType ?? 'application/json']: { schema: schemaOf(response, 'output') } },
      },
      ...Object.fromEntries(
        PROBLEM_STATUSES.map((status) => [
          status,
          problem ? problemResponse(schemaOf(problem, 'output')) : { $ref: '#/components/responses/Problem' },
        ]),
      ),
    },
  };
}

const problemResponse = (schema: JsonObject): JsonObject => ({
  description: 'Refused, or not possible now.',
  content: { 'application/problem+json': { schema } },
});

function parametersOf(schema: z.ZodType | undefined, where: 'path' | 'query'): readonly JsonObject[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, unknown>;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: property,
  }));
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonObject;
  return rest;
}
