import type { z } from 'zod';
import type { Capability } from '../../domain/access/policy.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Work of a call that renders people's texts, and of one that weighs many applications. */
export const RENDERING_MS = 15;
export const WEIGHING_MS = 15;

/** A call of the API, with types, validation, policy and OpenAPI. `path` has `{name}` parameters; each call accepts `organizationId`. */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
  Verb extends Method = Method,
  Path extends string = string,
> {
  readonly method: Verb;
  readonly path: Path;
  readonly capability: Capability;
  /** For programs with an API token, which may do less of it than people. */
  readonly tokenCapability?: Capability;
  readonly summary: string;
  /** The member of the path that opens something; the log has nothing of a path from it on. */
  readonly secretParam?: string;
  readonly params?: Params | undefined;
  readonly query?: Query | undefined;
  readonly body?: Body | undefined;
  readonly consumes?: 'multipart/form-data';
  /** Accepts any small body without reading it: those of mail programs are no JSON. */
  readonly ignoresBody?: true;
  readonly response: Response;
  readonly problem?: z.ZodType;
  /** Main-thread milliseconds beside body, answer and the events that it reads; default 2 (docs/decisions/0035). */
  readonly costMs?: number;
  /** It may read very long streams: one such call of a school runs at a time. */
  readonly isCostly?: true;
  /** Needed besides `capability` to read a past state with `asOf`. */
  readonly pastCapability?: Capability;
  /**
   * Refused as unconfirmed unless the person has confirmed who they are in this session within the last minutes
   * (docs/decisions/0071-confirm-that-it-is-you.md). `sometimes`: the route says when.
   */
  readonly confirmation?: 'always' | 'sometimes';
  /** Of the answer, else JSON. */
  readonly mediaTypes?: readonly string[];
}

/** Method and path are part of the type, so that the web client can name a call by them. */
export function endpoint<
  Verb extends Method,
  Path extends string,
  Response extends z.ZodType,
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
>(
  definition: Endpoint<Params, Query, Body, Response, Verb, Path>,
): Endpoint<Params, Query, Body, Response, Verb, Path> {
  return definition;
}

export type BodyOf<E> = E extends Endpoint<z.ZodType, z.ZodType, infer Body, z.ZodType> ? z.input<Body> : never;
export type QueryOf<E> = E extends Endpoint<z.ZodType, infer Query, z.ZodType, z.ZodType> ? z.input<Query> : never;
export type ParamsOf<E> = E extends Endpoint<infer Params, z.ZodType, z.ZodType, z.ZodType> ? z.input<Params> : never;
export type ResponseOf<E> =
  E extends Endpoint<z.ZodType, z.ZodType, z.ZodType, infer Response> ? z.output<Response> : never;
