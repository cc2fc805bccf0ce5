import { type ApiTokenState, apiToken } from '../../domain/api-token/api-token.ts';
import type { ApiTokenEvent } from '../../domain/api-token/events.ts';
import { accept, type Result } from '../../domain/event-sourcing/decision.ts';
import { systemContext } from '../context/context.ts';
import type { Environment } from '../handling/environment.ts';
import { type Handled, handle, load } from '../handling/handle.ts';

/** Repeatable: each warning is recorded once. */
export async function warnOfExpiry(
  environment: Environment,
  { id }: { readonly id: string },
): Promise<Result<Handled<ApiTokenState, ApiTokenEvent> | null>> {
  const { state } = await load(environment, apiToken, id);
  if (state.kind !== 'token') return accept(null);
  const context = { ...systemContext(environment.now()), organizationId: state.organizationId };
  return handle(environment, apiToken, id, [{ type: 'WarnOfExpiry', data: {} }], context);
}
