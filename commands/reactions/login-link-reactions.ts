import { TEXTS } from '../../domain/text/texts.ts';
import type { UserState } from '../../domain/user/user.ts';
import { pagePath } from '../../domain/values/pages.ts';
import type { OutgoingEmail, SendEmail } from '../email/outgoing-email.ts';
import type { Environment } from '../handling/environment.ts';
import { accountOfRequest, isBarredFromEmail, type LoginAccount } from '../login-link/login-account.ts';
import type { LoginRequest, LoginRequests } from '../login-link/login-requests.ts';
import type { Outcome, Reaction } from '../outbox/reaction.ts';

/** People ask for both; no event does. The key is the request's id. */
export const LOGIN_LINK_EMAIL = 'loginLink';
export const CONFIRMATION_CODE_EMAIL = 'confirmationCode';

const { mails } = TEXTS.loginLinks;
const drop = (reason: string): Outcome => ({ kind: 'drop', reason });
const inFours = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;

type Content = Pick<OutgoingEmail, 'template' | 'actionPath'> & Partial<Pick<OutgoingEmail, 'action' | 'details'>>;

const written = (words: { readonly subject: string; readonly body: string }) => ({
  builtIn: null,
  name: '',
  ...words,
  attachments: [],
});

export function createLoginLinkReactions({
  environment,
  loginRequests,
  hasSecondFactor,
  sendEmail,
}: {
  readonly environment: Pick<Environment, 'log' | 'identity' | 'queries'>;
  readonly loginRequests: LoginRequests;
  readonly hasSecondFactor: (userId: string) => Promise<boolean>;
  readonly sendEmail: SendEmail;
}): readonly Reaction[] {
  /** Of an account that its unproven opener may have given a password, which ends with the log-in. */
  function linkContent(request: LoginRequest, state: UserState): Content {
    const isUnproven = state.exists && !state.isEmailVerified && state.passwordId !== null;
    const code = { words: mails.code(inFours(loginRequests.codeOf(request))), link: null };
    const details = [
      code,
      { words: mails.codeNote, link: null },
      ...(isUnproven ? [{ words: mails.passwordEnds, link: null }] : []),
    ];
    const template = written(mails.link);
    if (!request.hasLink) return { template, details, actionPath: null };
    const actionPath = `${pagePath('loginLink')}?token=${loginRequests.linkTokenOf(request)}`;
    return { template, details, actionPath, action: mails.action };
  }

  /** An account with a password gets a code only before its first second factor. */
  const confirmationContent = (request: LoginRequest, { passwordId }: Pick<UserState, 'passwordId'>): Content => ({
    template: written(passwordId === null ? mails.confirmation : mails.firstFactor),
    details: [
      { words: mails.code(inFours(loginRequests.codeOf(request))), link: null },
      { words: mails.codeNote, link: null },
    ],
    actionPath: null,
  });

  const instead: Content = { template: written(mails.instead), actionPath: null };

  const reaction = (
    name: string,
    mail: string,
    contentFor: (request: LoginRequest, state: UserState) => Content,
    isBarred: (account: LoginAccount) => Promise<boolean>,
  ): Reaction => ({
    name,
    mail,
    deliveriesFor: () => [],
    async carryOut({ _id, key = '', organizationId }, signal) {
      const request = await loginRequests.find(key);
      if (!request) return drop('The request has ended.');
      const account = await accountOfRequest(environment, request);
      if (!account) return drop('The account does not exist.');
      const { email, state } = account;
      const content = (await isBarred(account)) ? instead : contentFor(request, state);
      // Foreign: in the portal's words, by its own mail service.
      const outgoing = { organizationId, email, values: {}, applicationId: null, isForeign: true };
      return sendEmail({ id: _id, ...outgoing, ...content }, signal);
    },
  });

  return [
    reaction(LOGIN_LINK_EMAIL, 'Login link', linkContent, (account) =>
      isBarredFromEmail(environment, hasSecondFactor, account),
    ),
    reaction(CONFIRMATION_CODE_EMAIL, 'Code to confirm it’s you', confirmationContent, ({ userId }) =>
      hasSecondFactor(userId),
    ),
  ];
}
