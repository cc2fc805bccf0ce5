import { createContext } from 'react';

/** Another person has deleted the document that is being edited. */
export const Deleted = createContext(false);
