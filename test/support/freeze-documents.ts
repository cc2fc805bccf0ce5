import { freezeSharedDocuments } from '../../projections/document-store/sqlite/document-cache.ts';

freezeSharedDocuments();
