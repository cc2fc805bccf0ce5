import { application } from '../../domain/application/application.ts';
import type { ApplicationState } from '../../domain/application/state.ts';
import { releasesPlace } from '../../domain/application/statuses.ts';
import { accept, type Result, reject } from '../../domain/decision.ts';
import { normalizeEmail } from '../../domain/email.ts';
import { TEXTS } from '../../domain/texts.ts';
import type { CommandContext } from '../context.ts';
import type { Environment } from '../environment.ts';
import { handle, load } from '../handle.ts';

/** How long a claim holds by itself, before its holder must carry the email (D12). */
const CLAIM_HOLDS_MS = 60_000;
/** Well before others may count it as released, a claim is no longer built upon. */
const CLAIM_IS_FRESH_MS = 30_000;

/** `mine` was taken by this very command, or freshly claimed by `holderId`. */
export interface Place {
  readonly kind: 'free' | 'mine' | 'held';
  readonly applicationId: string;
}

interface Wanted {
  readonly batchId: string;
  readonly email: string;
  /** The application that exists already and looks for a place; its own stream is none for it. */
  readonly holderId?: string;
}

/** The first place of an email in a batch that is not released: free, or somebody's (D12). */
export async function findPlace(environment: Environment, wanted: Wanted, context: CommandContext): Promise<Place> {
  const { batchId, email, holderId } = wanted;
  for (let n = 0; ; n += 1) {
    const applicationId = environment.identity.applicationId(batchId, email, n);
    if (applicationId === holderId) continue;
    const { state, events } = await load(environment, application, applicationId);
    if (events.some(({ metadata }) => metadata.commandId === context.commandId)) return { kind: 'mine', applicationId };
    if (state.kind === 'nothing') return { kind: 'free', applicationId };
    if (state.kind === 'claim' && state.by === holderId) {
      if (age(state.at, context) < CLAIM_IS_FRESH_MS) return { kind: 'mine', applicationId };
    } else if (await isHeld(environment, state, email, context)) return { kind: 'held', applicationId };
  }
}

/** Takes the place that an application needs before its email changes or it comes back to life. */
export async function claimPlace(
  environment: Environment,
  wanted: Required<Wanted>,
  context: CommandContext,
): Promise<Result<null>> {
  for (;;) {
    const place = await findPlace(environment, wanted, context);
    if (place.kind === 'mine') return accept(null);
    if (place.kind === 'held') return reject('duplicate', TEXTS.enroll.duplicate);
    const claim = { type: 'ClaimPlace', data: { by: wanted.holderId } } as const;
    const claimed = await handle(environment, application, place.applicationId, [claim], context);
    if (claimed.ok) return accept(null);
    if (claimed.rejection.code !== 'duplicate') return claimed;
  }
}

async function isHeld(
  environment: Environment,
  state: Exclude<ApplicationState, { kind: 'nothing' }>,
  email: string,
  context: CommandContext,
): Promise<boolean> {
  if (state.kind === 'application') return isLiveWith(state, email);
  const { state: holder } = await load(environment, application, state.by);
  if (isLiveWith(holder, email)) return true;
  const wasGivenUp = holder.kind === 'application' && holder.releasedAt !== null && holder.releasedAt > state.at;
  return !wasGivenUp && age(state.at, context) < CLAIM_HOLDS_MS;
}

/** CANCELLED, TRANSFERRED and erased ones have released their place; so has one whose email is another now. */
export const isLiveWith = (state: ApplicationState, email: string): boolean =>
  state.kind === 'application' &&
  state.email !== null &&
  !releasesPlace(state.status) &&
  normalizeEmail(state.email) === normalizeEmail(email);

const age = (at: string, context: CommandContext): number => Date.parse(context.at) - Date.parse(at);
