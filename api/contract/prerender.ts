import type { Problem } from './problem.ts';

export type ReadAnswer =
  | { readonly status: 200; readonly body: unknown }
  | { readonly status: number; readonly body: Problem };

export interface PageReads {
  /** Runs a GET in process, e.g. `GET /api/batches/{id}`, with the visitor's session, policy and limits. */
  read(
    call: string,
    address: {
      readonly params?: Readonly<Record<string, string>>;
      readonly query?: Readonly<Record<string, unknown>>;
    },
  ): Promise<ReadAnswer>;
  /** The time of the request; ISO-8601 UTC. */
  readonly at: string;
}

export interface Drawn {
  readonly screen: string;
  /** The document's title; null if the page sets none. */
  readonly title: string | null;
}

export interface Prerendered {
  readonly path: string;
  /** The id and slug of the answers' organization; null on a page that lets the visitor choose one. */
  readonly organization: readonly [string, string] | null;
  /** The page belongs to this organization, whatever organization the visitor has chosen. */
  readonly isOfPage: boolean;
  readonly state: string;
  readonly isPersonal: boolean;
  readonly ahead: readonly string[];
  /** The first screen as HTML; empty if only the browser renders the page. */
  draw(): Promise<Drawn>;
}

/** Null where the server prerenders no page. The function resolves to null if this visitor's page must fetch its own data. */
export type FindPage = (url: string) => ((reads: PageReads) => Promise<Prerendered | null>) | null;
