import { type ApiToken, apiToken, nextWarning } from '../domain/api-token/api-token.ts';
import type { ApiTokenEvent } from '../domain/api-token/events.ts';
import { idOf } from '../domain/event-sourcing/streams.ts';
import { type Fold, projection } from './engine/projection.ts';

export interface ApiTokenDocument extends ApiToken {
  readonly _id: string;
  readonly _pos?: bigint;
  /** When its Owners are to be told next that it ends. */
  readonly warnAt: string | null;
}

const fold: Fold<ApiTokenDocument, ApiTokenEvent> = (document, event) => {
  const state = apiToken.evolve(document ?? apiToken.initial, event);
  return state.kind === 'token' ? { ...state, _id: idOf(event.stream), warnAt: nextWarning(state) } : document;
};

export const apiTokens = projection<ApiTokenDocument, ApiTokenEvent>({
  name: 'apiTokens',
  version: 2,
  digest: '6c4fe1c9436f42e6',
  indexes: ['organizationId', 'warnAt'],
  id: (event) => idOf(event.stream),
  streams: (id) => [`apiToken-${id}`],
  on: { ApiTokenCreated: fold, ApiTokenExpiring: fold, ApiTokenRevoked: fold },
});
