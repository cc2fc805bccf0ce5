import { createContext } from 'react';
import { draftsIn } from './drafts.ts';

/** Forms inside keep no drafts and upload no files: previews. */
export const KeepsNoDrafts = createContext(false);

export const noDrafts = draftsIn({ read: () => null, write: () => false, remove: () => undefined, keys: () => [] });
