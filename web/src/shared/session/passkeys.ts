import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { TEXTS } from '../../../../domain/text/texts.ts';
import type { CallInput } from '../api/calls.ts';
import { call } from '../api/calls.ts';

export type PasskeyProof = CallInput<'POST /api/passkeys/login'>['body']['passkey'];
type NewPasskey = CallInput<'POST /api/me/passkeys'>['body']['passkey'];

/** Below the five minutes for which a challenge is valid. */
const RENEW_MS = 4 * 60_000;

const library = () => import('@simplewebauthn/browser');

export const hasPasskeys = (): boolean => typeof PublicKeyCredential === 'function';

/** In this browser, at this address. */
export const isPasskeyUsable = (passkeys: readonly { readonly isUsableHere: boolean }[]): boolean =>
  hasPasskeys() && passkeys.some(({ isUsableHere }) => isUsableHere);

/** Its message is for the person; the browser's own are not. */
class PasskeyFailed extends Error {}

const failed = (message: string) => new PasskeyFailed(message);

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');

async function prove(
  options: PublicKeyCredentialRequestOptionsJSON,
  cancelled: string = TEXTS.passkeys.cancelled,
): Promise<PasskeyProof> {
  const { startAuthentication } = await library();
  const { id, rawId, type, response } = await startAuthentication({ optionsJSON: options }).catch(() => {
    throw failed(cancelled);
  });
  return { id, rawId, type, response };
}

export async function passkeyForLogin(): Promise<PasskeyProof> {
  if (!hasPasskeys()) throw failed(TEXTS.passkeys.unsupported);
  return prove(await call('POST /api/passkeys/challenge'));
}

export async function passkeyForConfirmation(): Promise<PasskeyProof> {
  return prove(await call('POST /api/me/passkeys/challenge'), TEXTS.passkeys.confirmCancelled);
}

export async function makePasskey(): Promise<NewPasskey> {
  const options = await call('POST /api/me/passkeys/begin');
  const { startRegistration } = await library();
  const made = await startRegistration({ optionsJSON: options }).catch((error: unknown) => {
    throw failed(nameOf(error) === 'InvalidStateError' ? TEXTS.passkeys.alreadyHere : TEXTS.passkeys.notMade);
  });
  const { id, rawId, type, response } = made;
  const { clientDataJSON, attestationObject, transports } = response;
  return { id, rawId, type, response: { clientDataJSON, attestationObject, ...(transports && { transports }) } };
}

/**
 * Lets the browser offer passkeys in the field of the email, where it can. It waits until the person chooses one, another call
 * of the browser's takes over, or the signal aborts.
 */
export async function passkeyFromAutofill(signal: AbortSignal): Promise<PasskeyProof | null> {
  if (!hasPasskeys() || !(await PublicKeyCredential.isConditionalMediationAvailable?.())) return null;
  const { startAuthentication, WebAuthnAbortService } = await library();
  const cancel = () => WebAuthnAbortService.cancelCeremony();
  while (!signal.aborted) {
    const optionsJSON = await call('POST /api/passkeys/challenge', { signal });
    if (signal.aborted) return null;
    let isRenewed = false;
    const renewal = setTimeout(() => {
      isRenewed = true;
      cancel();
    }, RENEW_MS);
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const { id, rawId, type, response } = await startAuthentication({ optionsJSON, useBrowserAutofill: true });
      return { id, rawId, type, response };
    } catch (error) {
      if (!isRenewed) throw error;
    } finally {
      clearTimeout(renewal);
      signal.removeEventListener('abort', cancel);
    }
  }
  return null;
}
