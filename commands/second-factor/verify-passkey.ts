import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { NewPasskey, Passkey } from './passkeys.ts';

/** The site for which browsers offer a passkey. */
export interface RelyingParty {
  readonly id: string;
  /** Of the page that asks. */
  readonly origin: string;
}

/** EdDSA, ES256 and RS256 (RFC 9053, RFC 8812), the preferred one first. */
export const ALGORITHMS = [-8, -7, -257] as const;

/** Loaded when a passkey is first used, because its parsers of certificates take memory. */
const webAuthn = () => import('@simplewebauthn/server');

/** The challenge that the browser signed; undefined for anything unreadable. */
export function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { challenge?: unknown };
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}

/**
 * No page asks for an attestation. For the certificates of one that comes anyway, the library would call the addresses of revocation
 * lists that they name.
 */
async function withoutAttestation(attestationObject: string): Promise<string> {
  const { decodeAttestationObject, isoCBOR } = await import('@simplewebauthn/server/helpers');
  const authData = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url'))).get('authData');
  const bare = new Map<string, string | Map<string, string> | Uint8Array>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', authData],
  ]);
  return Buffer.from(isoCBOR.encode(bare)).toString('base64url');
}

/** Undefined unless it was made for this site and challenge, by an authenticator that verified its user. */
export async function verifyNewPasskey(
  response: RegistrationResponseJSON,
  { challenge, site: { id, origin } }: { readonly challenge: string; readonly site: RelyingParty },
): Promise<Omit<NewPasskey, 'name'> | undefined> {
  const { verifyRegistrationResponse } = await webAuthn();
  try {
    const attestationObject = await withoutAttestation(response.response.attestationObject);
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...response, response: { ...response.response, attestationObject } },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...ALGORITHMS],
    });
    if (!verified) return undefined;
    const { credential, credentialDeviceType } = registrationInfo;
    return {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: response.response.transports ?? [],
      isSynced: credentialDeviceType === 'multiDevice',
      host: id,
    };
  } catch {
    // The library throws for whatever is wrong with the response, and does no I/O.
    return undefined;
  }
}

/** The counter and whether it is synced; undefined unless the passkey signed this challenge for this site and verified its user. */
export async function verifyPasskey(
  response: AuthenticationResponseJSON,
  {
    passkey,
    challenge,
    site: { id, origin },
  }: { readonly passkey: Passkey; readonly challenge: string; readonly site: RelyingParty },
): Promise<{ readonly counter: number; readonly isSynced: boolean } | undefined> {
  const { verifyAuthenticationResponse } = await webAuthn();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        // Compared when it is stored. The library would compare before it checks the signature.
        counter: 0,
      },
    });
    if (!verified) return undefined;
    const { newCounter, credentialDeviceType } = authenticationInfo;
    return { counter: newCounter, isSynced: credentialDeviceType === 'multiDevice' };
  } catch {
    return undefined;
  }
}
