import { application } from '../../domain/application/application.ts';
import type { ApplicationState } from '../../domain/application/state.ts';
import { releasesPlace } from '../../domain/application/statuses.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { normalizeEmail } from '../../domain/values/email.ts';
import type { CommandContext } from '../context/context.ts';
import type { Environment } from '../handling/environment.ts';
import { handle, load } from '../handling/handle.ts';

/** Afterwards the claiming application must have the email (rule 40). */
const CLAIM_HOLDS_MS = 60_000;
/** Shorter than `CLAIM_HOLDS_MS`: a claim is not used just before it expires for others. */
const CLAIM_IS_FRESH_MS = 30_000;

/** `mine`: taken by this command; `claimed`: recently, by `holderId`. */
export type Place = { readonly applicationId: string } & (
  | { readonly kind: 'free' | 'mine' | 'held' }
  | { readonly kind: 'claimed'; readonly since: string }
);

interface Wanted {
  readonly batchId: string;
  readonly email: string;
  /** The application that needs a place; its own stream does not count. */
  readonly holderId?: string;
}

/** The first place of an email in a batch that is not released. */
export async function findPlace(environment: Environment, wanted: Wanted, context: CommandContext): Promise<Place> {
  const { batchId, email, holderId } = wanted;
  for (let n = 0; ; n += 1) {
    const applicationId = environment.identity.applicationId(batchId, email, n);
    if (applicationId === holderId) continue;
    const { state, events } = await load(environment, application, applicationId);
    if (state.kind === 'nothing') return { kind: 'free', applicationId };
    if (state.kind === 'application') {
      const isOurs = events.some(({ metadata }) => metadata.commandId === context.commandId);
      if (isOurs || isLiveWith(state, email)) return { kind: isOurs ? 'mine' : 'held', applicationId };
      continue;
    }
    const { state: holder } = await load(environment, application, state.by);
    const lasts = age(state.at, context) < (state.by === holderId ? CLAIM_IS_FRESH_MS : CLAIM_HOLDS_MS);
    const isKept = lasts && !isReleasedSince(holder, state.at);
    if (state.by === holderId) {
      if (isKept) return { kind: 'claimed', since: state.at, applicationId };
    } else if (isKept || isLiveWith(holder, email)) return { kind: 'held', applicationId };
  }
}

/**
 * Before an email changes or an application returns. A claim is dated no earlier than the application's last release,
 * even if clocks differ.
 */
export async function claimPlace(
  environment: Environment,
  wanted: Required<Wanted>,
  context: CommandContext,
): Promise<Result<string>> {
  for (;;) {
    const place = await findPlace(environment, wanted, context);
    if (place.kind === 'claimed') return accept(place.since);
    if (place.kind !== 'free') return reject('duplicate', TEXTS.enroll.duplicate);
    const { state: holder } = await load(environment, application, wanted.holderId);
    const releasedAt = holder.kind === 'application' ? holder.releasedAt : null;
    const at = releasedAt !== null && releasedAt > context.at ? releasedAt : context.at;
    const claim = { type: 'ClaimPlace', data: { by: wanted.holderId } } as const;
    const claimed = await handle(environment, application, place.applicationId, [claim], { ...context, at });
    if (claimed.ok && claimed.value.state.kind === 'claim') return accept(claimed.value.state.at);
    if (!claimed.ok && claimed.rejection.code !== 'duplicate') return claimed;
  }
}

/** Releasing a place ends all earlier claims. */
export const isReleasedSince = (holder: ApplicationState, claimedAt: string): boolean =>
  holder.kind === 'application' && holder.releasedAt !== null && holder.releasedAt > claimedAt;

/** False for CANCELLED, TRANSFERRED, erased, and for another email. */
export const isLiveWith = (state: ApplicationState, email: string): boolean =>
  state.kind === 'application' &&
  state.email !== null &&
  !releasesPlace(state.status) &&
  normalizeEmail(state.email) === normalizeEmail(email);

const age = (at: string, context: CommandContext): number => Date.parse(context.at) - Date.parse(at);
