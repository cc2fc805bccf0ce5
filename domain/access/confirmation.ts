/** A person who has confirmed who they are is not asked again for so long, in the same session. */
export const CONFIRMED_MINUTES = 10;

/** The `type` of the problem that asks for *Confirm it’s you*; after `POST /api/confirm` the same call succeeds. */
export const UNCONFIRMED_TYPE = 'urn:intake:unconfirmed';

/** The `type` of the problem of a call for which the person's school requires a second factor that they do not have. */
export const FACTOR_NEEDED_TYPE = 'urn:intake:second-factor-needed';

/**
 * The `type` of the problem that asks for the code of `POST /api/me/confirmation-code`; after `POST /api/confirm` with it the same
 * call succeeds.
 */
export const EMAILED_CODE_NEEDED_TYPE = 'urn:intake:emailed-code-needed';

/** Such a code holds for so long in the same session, as long as the setup of an authenticator app. */
export const EMAIL_PROVEN_MINUTES = 30;
