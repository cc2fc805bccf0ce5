import { application } from '../../domain/application/application.ts';
import type { ApplicationState } from '../../domain/application/state.ts';
import { releasesPlace } from '../../domain/application/statuses.ts';
import { accept, type Result, reject } from '../../domain/event-sourcing/decision.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { normalizeEmail } from '../../domain/values/email.ts';
import type { CommandContext } from '../context.ts';
import type { Environment } from '../environment.ts';
import { handle, load } from '../handle.ts';

/** How long a claim holds by itself, before its holder must carry the email. */
const CLAIM_HOLDS_MS = 60_000;
/** Well before others may count it as released, a claim is no longer built upon. */
const CLAIM_IS_FRESH_MS = 30_000;

/** `mine` was taken by this very command; `claimed` freshly by `holderId`, which has not given it up again. */
export type Place = { readonly applicationId: string } & (
  | { readonly kind: 'free' | 'mine' | 'held' }
  | { readonly kind: 'claimed'; readonly since: string }
);

interface Wanted {
  readonly batchId: string;
  readonly email: string;
  /** The application that exists already and looks for a place; its own stream is none for it. */
  readonly holderId?: string;
}

/** The first place of an email in a batch that is not released: free, or somebody's. */
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
 * Takes the place that an application needs before its email changes or it comes back to life; answers since when it is
 * claimed, for its holder must not have left it again since. A claim is never dated before what its holder left last,
 * whatever the clocks say.
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

/** Leaving a place gives up all claims made before. */
export const isReleasedSince = (holder: ApplicationState, claimedAt: string): boolean =>
  holder.kind === 'application' && holder.releasedAt !== null && holder.releasedAt > claimedAt;

/** CANCELLED, TRANSFERRED and erased ones have released their place; so has one whose email is another now. */
export const isLiveWith = (state: ApplicationState, email: string): boolean =>
  state.kind === 'application' &&
  state.email !== null &&
  !releasesPlace(state.status) &&
  normalizeEmail(state.email) === normalizeEmail(email);

const age = (at: string, context: CommandContext): number => Date.parse(context.at) - Date.parse(at);
