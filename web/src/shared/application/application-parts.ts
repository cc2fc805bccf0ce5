import { type ComponentType, createContext, use } from 'react';
import type { Application } from '../../../../api/contract/applications.ts';
import type { Conflict } from './conflict.ts';

/** What staff work with on one application. The pages that show it get it from `app/`, because features do not import each other. */
export interface ApplicationParts {
  /** `row` is shown until the whole application has been read. */
  readonly Panel: ComponentType<{ applicationId: string; row?: Application }>;
  readonly Transfer: ComponentType<{ application: Application; onDone: () => void }>;
  readonly ConflictNotice: ComponentType<{
    application: Application;
    conflict: Conflict;
    /** What was chosen here, in words. */
    mine: string;
    onMine: () => Promise<unknown>;
    onTheirs: () => void;
  }>;
}

const nothing = () => null;
/** Without them a page shows an application to its applicant only. */
export const ApplicationPartsContext = createContext<ApplicationParts>({
  Panel: nothing,
  Transfer: nothing,
  ConflictNotice: nothing,
});

export const useApplicationParts = (): ApplicationParts => use(ApplicationPartsContext);
