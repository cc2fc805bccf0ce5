import type { Problem } from './problem.ts';

/** The answer of a call that reads, as HTTP would give it to this visitor. */
export type ReadAnswer =
  | { readonly status: 200; readonly body: unknown }
  | { readonly status: number; readonly body: Problem };

/** What a page that the server prerenders may ask. */
export interface PageReads {
  /** Makes a call that reads, named as in `GET /api/batches/{id}`, in process: with the visitor's session, policy and limits. */
  read(
    call: string,
    address: {
      readonly params?: Readonly<Record<string, string>>;
      readonly query?: Readonly<Record<string, unknown>>;
    },
  ): Promise<ReadAnswer>;
  /** The server's time at the request; ISO-8601 UTC. */
  readonly at: string;
}

/** What the web application makes of a page before the browser has it. */
export interface Prerendered {
  /** The pattern of the page's path, as the list of pages has it. */
  readonly path: string;
  /** The id and the slug of the organization that the answers are about. */
  readonly organization: readonly [string, string];
  /** The dehydrated answers, as JSON. */
  readonly state: string;
  /** Whether somebody is signed in. */
  readonly isPersonal: boolean;
  /** Addresses of calls that the browser will make besides. */
  readonly ahead: readonly string[];
  /** The first screen as HTML; empty where only the browser draws the page. */
  draw(): Promise<string>;
}

/**
 * Finds the page at a path with its query; null where the server prerenders none. What it returns answers null where this
 * visitor's page asks for itself.
 */
export type FindPage = (url: string) => ((reads: PageReads) => Promise<Prerendered | null>) | null;
