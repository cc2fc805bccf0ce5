import { type ApiTokenState, apiToken } from '../../domain/api-token/api-token.ts';
import type { ApiTokenEvent } from '../../domain/api-token/events.ts';
import type { Result } from '../../domain/event-sourcing/decision.ts';
import type { CommandContext } from '../context/context.ts';
import type { Environment } from '../handling/environment.ts';
import { type Handled, handle } from '../handling/handle.ts';

export const revokeApiToken = (
  environment: Environment,
  { id }: { readonly id: string },
  context: CommandContext,
): Promise<Result<Handled<ApiTokenState, ApiTokenEvent>>> =>
  handle(environment, apiToken, id, [{ type: 'RevokeApiToken', data: {} }], context);
