import { aggregate } from '../event-sourcing/aggregate.ts';
import { accept, type Result, reject } from '../event-sourcing/decision.ts';
import { cleanTimeZone, isTimeZone } from '../organization/details.ts';
import { TEXTS } from '../text/texts.ts';
import { isEmail } from '../values/email.ts';
import { type DailyDigest, digestAfter, dueDay, NO_DIGEST } from './daily-digest.ts';
import { displayNameOf } from './display-name.ts';
import type { UserEvent } from './events.ts';

export interface UserState {
  readonly exists: boolean;
  readonly email: string | null;
  readonly name: string | null;
  readonly isEmailVerified: boolean;
  readonly passwordId: string | null;
  readonly isCreator: boolean;
  readonly isErased: boolean;
  readonly erasedAt: string | null;
  readonly digest: DailyDigest;
  /** Ids of the newest settled outbox entries. */
  readonly settledEmails: readonly string[];
}

export type UserCommand =
  | { readonly type: 'SignUp'; readonly data: { readonly email: string; readonly passwordId: string | null } }
  | { readonly type: 'VerifyEmail'; readonly data: Readonly<Record<string, never>> }
  | { readonly type: 'ChangePassword'; readonly data: { readonly passwordId: string | null } }
  | { readonly type: 'GrantCreator'; readonly data: Readonly<Record<string, never>> }
  | { readonly type: 'ChangeDisplayName'; readonly data: { readonly name: string } }
  | { readonly type: 'ChangeDailyDigest'; readonly data: { readonly timeZone: string | null } }
  /** Repeatable: one for each local day. */
  | { readonly type: 'IssueDailyDigest'; readonly data: { readonly now: number } }
  | { readonly type: 'ErasePersonalData'; readonly data: Readonly<Record<string, never>> }
  | {
      readonly type: 'RecordEmailOutcome';
      readonly data: { readonly outboxId: string; readonly template: string; readonly failure: string | null };
    }
  | { readonly type: 'RetryEmail'; readonly data: { readonly outboxId: string; readonly template: string } };

export const user = aggregate<UserState, UserEvent, UserCommand>({
  category: 'user',
  initial: {
    exists: false,
    email: null,
    name: null,
    isEmailVerified: false,
    passwordId: null,
    isCreator: false,
    isErased: false,
    erasedAt: null,
    digest: NO_DIGEST,
    settledEmails: [],
  },

  evolve: {
    UserSignedUp: (state, { data, personal }) => ({
      ...state,
      exists: true,
      email: personal?.email ?? null,
      passwordId: data.passwordId,
      // The key is destroyed before the erasure event is appended.
      isErased: personal === null,
    }),
    EmailVerified: (state) => ({ ...state, isEmailVerified: true }),
    PasswordChanged: (state, { data }) => ({ ...state, passwordId: data.passwordId }),
    CreatorGranted: (state) => ({ ...state, isCreator: true }),
    DisplayNameChanged: (state, { personal }) => ({ ...state, name: personal?.name ?? null }),
    DailyDigestChanged: (state, event) => ({ ...state, digest: digestAfter(state.digest, event) }),
    DailyDigestIssued: (state, event) => ({ ...state, digest: digestAfter(state.digest, event) }),
    PersonalDataErased: (state, { at }) => ({
      ...state,
      digest: NO_DIGEST,
      email: null,
      name: null,
      isEmailVerified: false,
      passwordId: null,
      isCreator: false,
      isErased: true,
      erasedAt: at,
    }),
    EmailDelivered: (state, { data }) => withSettled(state, data.outboxId),
    EmailFailed: (state, { data }) => withSettled(state, data.outboxId),
    EmailRetryRequested: (state, { data }) => ({
      ...state,
      settledEmails: state.settledEmails.filter((outboxId) => outboxId !== data.outboxId),
    }),
  },

  decide: {
    SignUp: ({ email, passwordId }, state) => {
      if (state.exists) return reject('duplicate', TEXTS.accounts.loginFailed);
      const typed = email.trim();
      if (!isEmail(typed)) {
        const message = TEXTS.accounts.emailInvalid;
        return reject('refused', message, [{ field: 'email', message }]);
      }
      return accept([{ type: 'UserSignedUp', data: { passwordId }, personal: { email: typed } }]);
    },
    VerifyEmail: (_data, state) => ofLiving(state, state.isEmailVerified ? [] : [{ type: 'EmailVerified', data: {} }]),
    ChangePassword: ({ passwordId }, state) =>
      ofLiving(state, state.passwordId === passwordId ? [] : [{ type: 'PasswordChanged', data: { passwordId } }]),
    GrantCreator: (_data, state) => ofLiving(state, state.isCreator ? [] : [{ type: 'CreatorGranted', data: {} }]),
    ChangeDisplayName: ({ name: typed }, state) => {
      const checked = displayNameOf(typed);
      if (!checked.ok) return checked;
      const name = checked.value;
      return ofLiving(state, state.name === name ? [] : [{ type: 'DisplayNameChanged', data: {}, personal: { name } }]);
    },
    ChangeDailyDigest({ timeZone: typed }, state) {
      const timeZone = typed === null ? null : cleanTimeZone(typed);
      if (timeZone !== null && !isTimeZone(timeZone)) {
        const message = TEXTS.organizations.timeZoneInvalid;
        return reject('refused', message, [{ field: 'timeZone', message }]);
      }
      // Also for an account that is gone: its old emails have links that end the digest.
      if (timeZone === state.digest.timeZone) return accept([]);
      return ofLiving(state, [{ type: 'DailyDigestChanged', data: {}, personal: { timeZone } }]);
    },
    IssueDailyDigest({ now }, { digest }) {
      const day = dueDay(digest, now);
      if (day === null || digest.since === null) return accept([]);
      return accept([{ type: 'DailyDigestIssued', data: { day, since: digest.since } }]);
    },
    ErasePersonalData: (_data, state) => {
      if (!state.exists) return reject('not-found', TEXTS.access.notFound);
      return accept(state.erasedAt !== null ? [] : [{ type: 'PersonalDataErased', data: {} }]);
    },
    RecordEmailOutcome: ({ outboxId, template, failure }, state) => {
      if (!state.exists || state.settledEmails.includes(outboxId)) return accept([]);
      return accept([
        failure === null
          ? { type: 'EmailDelivered', data: { outboxId, template } }
          : { type: 'EmailFailed', data: { outboxId, template, reason: failure } },
      ]);
    },
    RetryEmail: (data, state) =>
      ofLiving(state, state.settledEmails.includes(data.outboxId) ? [{ type: 'EmailRetryRequested', data }] : []),
  },
});

/** Suffices, because an entry is settled again within its retries only. */
const REMEMBERED = 200;

const withSettled = (state: UserState, outboxId: string): UserState => ({
  ...state,
  settledEmails: [...state.settledEmails.slice(1 - REMEMBERED), outboxId],
});

function ofLiving(state: UserState, events: readonly UserEvent[]): Result<readonly UserEvent[]> {
  return state.exists && !state.isErased ? accept(events) : reject('not-found', TEXTS.access.notFound);
}
