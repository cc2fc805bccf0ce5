import { type ComponentType, createContext, use } from 'react';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import type { Conflict } from './conflict.ts';

/** Staff tools for one application. `app/` provides them to the pages, because features do not import each other. */
export interface ApplicationParts {
  readonly Panel: ComponentType<{ applicationId: string; row?: ApplicationView }>;
  readonly Transfer: ComponentType<{ application: ApplicationView; onDone: () => void }>;
  readonly ConflictNotice: ComponentType<{
    application: ApplicationView;
    conflict: Conflict;
    mine: string;
    onMine: () => Promise<unknown>;
    onTheirs: () => void;
  }>;
}

const nothing = () => null;
export const ApplicationPartsContext = createContext<ApplicationParts>({
  Panel: nothing,
  Transfer: nothing,
  ConflictNotice: nothing,
});

export const useApplicationParts = (): ApplicationParts => use(ApplicationPartsContext);
