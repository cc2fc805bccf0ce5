import { buildWebIfStale } from './build-web.ts';

/** `npm start`: builds the web client when its sources have changed, then serves. */
await buildWebIfStale();
await import('../api/main.ts');
