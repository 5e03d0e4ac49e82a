import { createHash, createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { makeScramVerifier } from '#functions/adapters/database/migrate/scram-verifier.ts';

/** The exchange of RFC 7677, with the password 'pencil'. */
const SALT = 'W22ZaJ0SNY7soEsUEjb6gQ==';
const NONCE = 'rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0';
const AUTH_MESSAGE = `n=user,r=rOprNGfwEbeRWgbNEkqO,r=${NONCE},s=${SALT},i=4096,c=biws,r=${NONCE}`;
const CLIENT_PROOF = 'dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=';
const SERVER_SIGNATURE = '6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=';

const sign = (key: Buffer) => createHmac('sha256', key).update(AUTH_MESSAGE).digest();

it('a SCRAM verifier accepts the proof of the right password and signs as the server (RFC 7677)', () => {
  const verifier = makeScramVerifier('pencil', Buffer.from(SALT, 'base64'));
  const [, iterations, salt, storedKey = '', serverKey = ''] =
    /^SCRAM-SHA-256\$(\d+):([^$]+)\$([^:]+):(.+)$/.exec(verifier) ?? [];
  expect([iterations, salt]).toEqual(['4096', SALT]);
  expect(sign(Buffer.from(serverKey, 'base64')).toString('base64')).toBe(SERVER_SIGNATURE);

  const mask = sign(Buffer.from(storedKey, 'base64'));
  const clientKey = Buffer.from(CLIENT_PROOF, 'base64').map((byte, index) => byte ^ (mask[index] ?? 0));
  expect(createHash('sha256').update(clientKey).digest('base64')).toBe(storedKey);
});

it('two SCRAM verifiers of one password differ', () => {
  expect(makeScramVerifier('pencil')).not.toBe(makeScramVerifier('pencil'));
});
