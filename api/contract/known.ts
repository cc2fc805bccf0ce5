import type { User } from './accounts.ts';
import type { Application } from './applications.ts';
import type { Assessment } from './assessments.ts';
import type { Batch } from './batches.ts';
import type { Organization } from './organizations.ts';
import type { Solution } from './solutions.ts';

/** What the first calls of a page would answer: its HTML brings it along, so that nobody waits for them. */
export interface Known {
  readonly organization: Organization | null;
  readonly user: User | null;
  /** Of the current organization, where the page shows its programs; as many as the viewer may see. */
  readonly batches?: readonly Batch[];
  /** What an address names beside the current organization: /apply/{name}. */
  readonly named?: { readonly name: string; readonly organization: Organization; readonly batches: readonly Batch[] };
  /** On the dashboard, for whoever may read it: the batches whose applications it shows first, to be asked for at once. */
  readonly firstBatches?: readonly string[];
  /** The signed-in person's own, on the pages that ask for them. */
  readonly mine?: readonly Application[];
  /** /application/{id}: the application, its batch, and its process as `getProcess` answers it. */
  readonly application?: {
    readonly application: Application;
    readonly batch: Batch;
    readonly process: string | null;
  };
  /** /applications/{id}/assessments/{id}, for whom the application belongs to: with all its attempts. */
  readonly assessment?: {
    readonly application: Application;
    readonly batch: Batch;
    readonly solutions: readonly Solution[];
    readonly assessment: Assessment;
    /** The server's time, as the header `Date` of a call tells it: clocks run by it. */
    readonly date: string;
  };
}

/** A page's first screen as HTML, out of what is known; `url` is the address below the host. */
export type Prerender = (url: string, known: Known) => Promise<string>;
