import type { QueryClient } from '@tanstack/react-query';

export interface PageAddress {
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly search: URLSearchParams;
}

/** What a route says about its page, besides the component. */
export interface PageHandle {
  readonly isStaffArea?: true;
  /**
   * Fetches the first screen's data: in the browser on the first load, on the server for a prerendered page. Resolves to whether
   * the cache holds the whole first screen; rejects like its calls.
   */
  readonly prefetch?: (client: QueryClient, address: PageAddress) => Promise<boolean>;
  /** Long lists that the browser requests beside the first screen, if the prefetch found that this visitor may read them. */
  readonly lists?: {
    prefetch(client: QueryClient): void;
    /** Addresses of the first calls, for `boot.js` to preload. */
    addresses(client: QueryClient, address: PageAddress): readonly string[];
  };
  /** What the server puts into the page: the answers of `prefetch`, or also the first screen as HTML. */
  readonly prerenders?: 'answers' | 'screen';
  /** Loads the code of a page whose first screen is prerendered. */
  readonly load?: () => Promise<unknown>;
}
