/** The email that was typed on the page before, in the state of the history entry, so that no address bar shows it. */
export const typedEmail = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'email' in state && typeof state.email === 'string' ? state.email : '';
