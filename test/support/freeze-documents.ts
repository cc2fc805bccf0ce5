import { freezeSharedDocuments } from '../../projections/document-store/sqlite/document-cache.ts';

/** Before every test: what the embedded store gives out is shared, so nobody may change it. */
freezeSharedDocuments();
