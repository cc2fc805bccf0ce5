import type { TokenScope } from '../../domain/access/token-scopes.ts';
import { type ApiTokenState, apiToken } from '../../domain/api-token/api-token.ts';
import type { ApiTokenEvent } from '../../domain/api-token/events.ts';
import { accept, type Result } from '../../domain/event-sourcing/decision.ts';
import type { CommandContext } from '../context/context.ts';
import { uuidV5 } from '../context/identity.ts';
import type { Environment } from '../handling/environment.ts';
import { type Handled, handle } from '../handling/handle.ts';
import { hashOfToken, newTokenText } from './token-text.ts';

export interface CreateApiToken {
  readonly organizationId: string;
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  readonly days: number;
}

export type CreatedApiToken = Handled<ApiTokenState, ApiTokenEvent> & {
  /** Null for a repetition of the command: the text is shown once. */
  readonly text: string | null;
};

export async function createApiToken(
  environment: Environment,
  { organizationId, ...data }: CreateApiToken,
  context: CommandContext,
): Promise<Result<CreatedApiToken>> {
  const id = uuidV5(context.commandId, apiToken.category);
  const text = newTokenText(id);
  const hash = hashOfToken(text);
  const command = { type: 'CreateApiToken', data: { organizationId, ...data, hash } } as const;
  const created = await handle(environment, apiToken, id, [command], { ...context, organizationId });
  if (!created.ok) return created;
  const { state } = created.value;
  return accept({ ...created.value, text: state.kind === 'token' && state.hash === hash ? text : null });
}
