import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { Assertion, Attestation, CreationOptions } from '#shared/contract/factors.ts';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const BACKUP_ELIGIBLE = 0x08;
const BACKED_UP = 0x10;
const HAS_CREDENTIAL = 0x40;

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const base64url = (data: string | Buffer) => Buffer.from(data).toString('base64url');

const uint = (value: number, bytes: 2 | 4) => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);

  return buffer;
};

/** The parts of CBOR that an authenticator writes. */
const cborText = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
/** In the shortest form, in which a reader writes it again to see where it ends. */
const cborBytes = (bytes: Buffer) =>
  Buffer.concat([
    bytes.length < 256
      ? Buffer.from([0x58, bytes.length])
      : Buffer.concat([Buffer.from([0x59]), uint(bytes.length, 2)]),
    bytes,
  ]);

/** An ES256 key as COSE: { 1: 2, 3: -7, -1: 1, -2: x, -3: y }. */
const coseKey = (x: string, y: string) =>
  Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    cborBytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    cborBytes(Buffer.from(y, 'base64url')),
  ]);

/** What an answer has that a right one has not. */
export interface WrongAnswer {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  isUserVerified?: boolean;
  counter?: number;
  userHandle?: string | undefined;
  /** The length of the credential's id, in bytes; for `register`. */
  idBytes?: number;
  /** The id of another passkey; for `register`. */
  id?: string;
}

interface Device {
  /** The address of the portal's pages, such as http://localhost:4000. */
  origin: string;
  /** True for a passkey that its maker copies to other devices; it counts nothing. */
  isSynced?: boolean;
}

/**
 * Makes a device that keeps one passkey and answers as a browser sends it. It has what browsers have no option for: a wrong
 * origin, domain or challenge, a user who is not verified, and any counter.
 */
export const makeAuthenticator = ({ origin, isSynced = false }: Device) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  let id = base64url(randomBytes(32));
  let handle: string | undefined;
  let counter = 0;

  const clientData = (type: string, challenge: string, wrong: WrongAnswer) =>
    Buffer.from(
      JSON.stringify({
        type: wrong.type ?? type,
        challenge: wrong.challenge ?? challenge,
        origin: wrong.origin ?? origin,
        crossOrigin: false,
      }),
    );

  const authenticatorData = (wrong: WrongAnswer, credential = Buffer.alloc(0)) => {
    counter += isSynced ? 0 : 1;
    const flags =
      USER_PRESENT |
      (wrong.isUserVerified === false ? 0 : USER_VERIFIED) |
      (isSynced ? BACKUP_ELIGIBLE | BACKED_UP : 0) |
      (credential.length > 0 ? HAS_CREDENTIAL : 0);

    return Buffer.concat([
      sha256(wrong.rpId ?? new URL(origin).hostname),
      Buffer.from([flags]),
      uint(wrong.counter ?? counter, 4),
      credential,
    ]);
  };

  return {
    get id() {
      return id;
    },

    /** Makes the passkey, as `navigator.credentials.create` does with the options of the portal. */
    register: (
      { challenge, user }: Pick<CreationOptions, 'challenge' | 'user'>,
      wrong: WrongAnswer = {},
    ): Attestation => {
      id = wrong.id ?? base64url(randomBytes(wrong.idBytes ?? 32));
      handle = user.id;
      const idBytes = Buffer.from(id, 'base64url');
      const credential = Buffer.concat([Buffer.alloc(16), uint(idBytes.length, 2), idBytes, coseKey(x, y)]);
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.from([0xa0]),
        cborText('authData'),
        cborBytes(authenticatorData(wrong, credential)),
      ]);

      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', challenge, wrong)),
          attestationObject: base64url(attestationObject),
          transports: ['internal'],
        },
      };
    },

    /** Answers a challenge, as `navigator.credentials.get` does. */
    assert: (challenge: string, wrong: WrongAnswer = {}): Assertion => {
      const data = authenticatorData(wrong);
      const client = clientData('webauthn.get', challenge, wrong);
      const userHandle = 'userHandle' in wrong ? wrong.userHandle : handle;

      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
          ...(userHandle !== undefined && { userHandle }),
        },
      };
    },
  };
};

export type Authenticator = ReturnType<typeof makeAuthenticator>;
