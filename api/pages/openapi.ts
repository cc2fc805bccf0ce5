import type { z } from 'zod';
import { CONFIRMED_MINUTES, UNCONFIRMED_TYPE } from '../../domain/access/confirmation.ts';
import { type Grantee, isGranted, POLICY } from '../../domain/access/policy.ts';
import { TOKEN_SCOPES } from '../../domain/access/token-scopes.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { problemSchema } from '../contract/problem.ts';
import { jsonSchemaOf } from '../contract/published.ts';
import { id } from '../contract/values.ts';
import { IDEMPOTENCY_KEY } from '../http/context-of.ts';
import { MOST_NAMED } from '../http/min-position.ts';
import { POSITION_TOKEN } from '../http/positions.ts';
import { PROBLEM_STATUSES } from '../http/problems.ts';

type JsonObject = { readonly [name: string]: unknown };
export interface OpenApiOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security: readonly JsonObject[];
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
        'Success is always 200. Errors are problem documents (RFC 9457) whose member `message` is the text for people. Lengths of texts count UTF-16 units.',
    },
    paths,
    components: {
      schemas: { Problem: jsonSchemaOf(problemSchema, 'output') },
      responses: {
        Problem: problemResponse({ $ref: '#/components/schemas/Problem' }),
      },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: '__Host-session' },
        token: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API token of an organization, which an Owner creates. A call names the scopes of which one is enough. Answers have the header fields RateLimit and RateLimit-Policy.',
        },
      },
    },
  };
}

function operationOf(name: string, endpoint: Endpoint): OpenApiOperation {
  const { method, path, body, query, params, response, problem, capability, summary, consumes, confirmation } =
    endpoint;
  const { mediaTypes = ['application/json'] } = endpoint;
  const schema = jsonSchemaOf(response, 'output');
  const isApi = path.startsWith('/api/');
  const own = parametersOf(query, 'query');
  const parameters = [
    ...parametersOf(params, 'path'),
    ...own,
    ...(isApi && !own.some((one) => one.name === ORGANIZATION.name) ? [ORGANIZATION] : []),
    ...(isApi && method !== 'GET' ? [KEY_HEADER] : []),
    ...(isApi && method === 'GET' ? [MIN_POSITION] : []),
  ];
  return {
    operationId: name,
    summary,
    ...(confirmation && { description: CONFIRMATION[confirmation] }),
    tags: [capability.split('.')[0] as string],
    security: securityOf(endpoint),
    parameters,
    ...(body
      ? {
          requestBody: {
            required: true,
            content: { [consumes ?? 'application/json']: { schema: jsonSchemaOf(body, 'input') } },
          },
        }
      : {}),
    responses: {
      200: {
        description: 'Success.',
        content: Object.fromEntries(mediaTypes.map((type) => [type, { schema }])),
      },
      ...Object.fromEntries(
        PROBLEM_STATUSES.map((status) => [
          status,
          problem ? problemResponse(jsonSchemaOf(problem, 'output')) : { $ref: '#/components/responses/Problem' },
        ]),
      ),
    },
  };
}

const ASKED = `403 with the type ${UNCONFIRMED_TYPE} unless the person has logged in or confirmed who they are (POST /api/confirm) within the last ${CONFIRMED_MINUTES} minutes in this session`;
const CONFIRMATION = { always: `${ASKED}.`, sometimes: `${ASKED}, if what is sent is sensitive.` } as const;

const ORGANIZATION = {
  name: 'organizationId',
  in: 'query',
  description: 'Selects the organization.',
  schema: jsonSchemaOf(id, 'input'),
} as const;
const KEY_HEADER = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'A retry under the same key has one effect; 400 for an invalid key.',
  schema: { type: 'string', pattern: IDEMPOTENCY_KEY.source },
} as const;
const TOKEN = POSITION_TOKEN.source.slice(1, -1);
const MIN_POSITION = {
  name: 'X-Min-Position',
  in: 'header',
  description:
    'Waits until the answer shows what was written at these positions, taken from X-Position headers and separated by commas; 400 for invalid ones.',
  schema: { type: 'string', pattern: `^${TOKEN}(?: *, *${TOKEN}){0,${MOST_NAMED - 1}}$` },
} as const;

/** Signed in, signed in or not, a token, or neither: an operator's call, or one of a machine that proves itself in the body. */
function securityOf({ capability, tokenCapability = capability }: Endpoint): readonly JsonObject[] {
  const grants: readonly Grantee[] = POLICY[capability].grants;
  if (grants.length === 0) return [];
  const isOpen = grants.some((grantee) => grantee === 'anyone' || grantee.startsWith('own'));
  const scopes = TOKEN_SCOPES.filter((scope) => isGranted(tokenCapability, `${scope}Token`));
  return [{ session: [] }, ...scopes.map((scope) => ({ token: [scope] })), ...(isOpen ? [{}] : [])];
}

const problemResponse = (schema: JsonObject): JsonObject => ({
  description: 'Refused, or not possible now.',
  content: { 'application/problem+json': { schema } },
});

function parametersOf(schema: z.ZodType | undefined, where: 'path' | 'query'): readonly JsonObject[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchemaOf(schema, 'input') as {
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
