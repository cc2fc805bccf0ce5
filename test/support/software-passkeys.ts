import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const SYNCABLE = 0x08;
const SYNCED = 0x10;
const HAS_CREDENTIAL = 0x40;

interface Held {
  readonly id: Buffer;
  readonly userHandle: string;
  readonly privateKey: KeyObject;
  counter: number;
}

/** What a test lets the authenticator or its browser do wrong. */
interface Flaws {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly isVerified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string;
  readonly type?: string;
  /** The format of an attestation that nobody asked for, without what it needs. */
  readonly attestation?: string;
}

/** An authenticator with ES256 keys and no attestation, and the browser that it is in. */
export function softwarePasskeys(origin: string, { isSynced = false } = {}) {
  const held: Held[] = [];

  const clientDataOf = (type: string, challenge: string, flaws: Flaws) =>
    Buffer.from(
      JSON.stringify({
        type: flaws.type ?? type,
        challenge: flaws.challenge ?? challenge,
        origin: flaws.origin ?? origin,
        crossOrigin: false,
      }),
    );

  function authenticatorData(rpId: string, counter: number, flaws: Flaws, credential = Buffer.alloc(0)): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(flaws.counter ?? counter);
    const flags =
      USER_PRESENT |
      (flaws.isVerified === false ? 0 : USER_VERIFIED) |
      (isSynced ? SYNCABLE | SYNCED : 0) |
      (credential.length > 0 ? HAS_CREDENTIAL : 0);
    return Buffer.concat([sha256(flaws.rpId ?? rpId), Buffer.from([flags]), count, credential]);
  }

  return {
    held,

    /** As `navigator.credentials.create` answers. */
    make(options: CreationOptions, flaws: Flaws = {}) {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const id = randomBytes(32);
      held.push({ id, userHandle: options.user.id, privateKey, counter: 0 });
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const key = cborMap([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const credential = Buffer.concat([Buffer.alloc(16), length, id, key]);
      const attestationObject = cborMap([
        ['fmt', flaws.attestation ?? 'none'],
        ['attStmt', cborMap(flaws.attestation ? [['sig', Buffer.alloc(8)]] : [])],
        ['authData', authenticatorData(options.rp.id, 0, flaws, credential)],
      ]);
      return {
        id: id.toString('base64url'),
        rawId: id.toString('base64url'),
        type: 'public-key' as const,
        response: {
          clientDataJSON: clientDataOf('webauthn.create', options.challenge, flaws).toString('base64url'),
          attestationObject: attestationObject.toString('base64url'),
          transports: ['internal'],
        },
      };
    },

    /** As `navigator.credentials.get` answers, by the newest passkey or a given one. */
    prove(options: RequestOptions, flaws: Flaws = {}, by = held.at(-1)) {
      if (!by) throw new Error('The authenticator has no passkey');
      by.counter += 1;
      const clientData = clientDataOf('webauthn.get', options.challenge, flaws);
      const data = authenticatorData(options.rpId, by.counter, flaws);
      const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), by.privateKey);
      return {
        id: by.id.toString('base64url'),
        rawId: by.id.toString('base64url'),
        type: 'public-key' as const,
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: flaws.userHandle ?? by.userHandle,
        },
      };
    },
  };
}

interface CreationOptions {
  readonly challenge: string;
  readonly rp: { readonly id: string };
  readonly user: { readonly id: string };
}
interface RequestOptions {
  readonly challenge: string;
  readonly rpId: string;
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

type Cbor = number | string | Buffer;

/** Definite lengths only (RFC 8949); an inner map is given as its bytes under `attStmt`. */
function cborMap(entries: readonly (readonly [number | string, Cbor])[]): Buffer {
  const parts = entries.map(([name, value]) => [cbor(name), name === 'attStmt' ? (value as Buffer) : cbor(value)]);
  return Buffer.concat([head(5, entries.length), ...parts.flat()]);
}

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  return Buffer.concat([head(2, value.length), value]);
}

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}
