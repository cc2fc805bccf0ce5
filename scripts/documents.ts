import { join } from 'node:path';
import { renderEvents } from './render-events.ts';
import { renderPermissions } from './render-permissions.ts';
import { renderTexts } from './render-texts.ts';
import { renderExamples, renderWebhooks } from './render-webhooks.ts';

const DOCS = join(import.meta.dirname, '../docs');

/** Generated documents: written by `npm run docs`, checked by a test. */
export const DOCUMENTS: readonly { readonly file: string; readonly render: () => string | Promise<string> }[] = [
  { file: join(DOCS, 'events.md'), render: renderEvents },
  { file: join(DOCS, 'permissions.md'), render: renderPermissions },
  { file: join(DOCS, 'texts.md'), render: () => renderTexts() },
  { file: join(DOCS, 'webhooks.md'), render: renderWebhooks },
  { file: join(DOCS, '../domain/webhook/examples.json'), render: renderExamples },
];
