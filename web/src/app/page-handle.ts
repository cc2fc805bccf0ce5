import type { QueryClient } from '@tanstack/react-query';

export interface PageAddress {
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly search: URLSearchParams;
}

export interface PageHandle {
  readonly isStaffArea?: true;
  /** Fetches the first screen's data, on the server too; resolves to whether the cache holds all of it. */
  readonly prefetch?: (client: QueryClient, address: PageAddress) => Promise<boolean>;
  /** The id of the school that the fetched page belongs to, for hosts of several schools. */
  readonly schoolOf?: (client: QueryClient, address: PageAddress) => string | undefined;
  /** The id of the school to show where neither the host nor the visitor selects one. */
  readonly schoolIfNone?: (client: QueryClient) => string | undefined;
  /** Where neither the host nor the visitor selects a school, the page lets the visitor choose one. */
  readonly offersSchools?: true;
  readonly lists?: {
    prefetch(client: QueryClient, address: PageAddress): void;
    /** Addresses of the first calls, for `boot.js` to preload. */
    addresses(client: QueryClient, address: PageAddress): readonly string[] | Promise<readonly string[]>;
  };
  /** What the server puts into the page: the answers of `prefetch`, or also the first screen as HTML. */
  readonly prerenders?: 'answers' | 'screen';
  readonly load?: () => Promise<unknown>;
}
