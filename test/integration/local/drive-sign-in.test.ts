import { drive as googleDrive } from 'googleapis/build/src/apis/drive/index.js';
import { importPKCS8, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { makeServiceAccount, toKeyFile } from '#local/drive/service-account.ts';
import {
  account,
  client,
  drive,
  FULL_SCOPE,
  generateId,
  makeClient,
  openLocalDrive,
  refusal,
} from '#test/support/stand-ins/local-drive.ts';

const stranger = makeServiceAccount(account.clientEmail);

openLocalDrive();

describe("signing in to the drive's stand-in", () => {
  const claims = { scope: FULL_SCOPE, iss: account.clientEmail, aud: 'https://oauth2.googleapis.com/token' };

  const exchange = async (
    overrides: Record<string, unknown>,
    { key = account.privateKey, minutes = 60 } = {},
  ) => {
    const now = Math.floor(Date.now() / 1000);
    const assertion = await new SignJWT({ ...claims, iat: now, exp: now + minutes * 60, ...overrides })
      .setProtectedHeader({ alg: 'RS256' })
      .sign(await importPKCS8(key, 'RS256'));
    const response = await fetch(`${drive.url}/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }),
    });
    const answer: Record<string, unknown> = JSON.parse(await response.text());
    return { status: response.status, answer };
  };

  it("the drive's stand-in returns a bearer token of an hour for a JWT signed with the key of the key file", async () => {
    const keyFile = toKeyFile(account, drive.url);
    const { status, answer } = await exchange({ aud: keyFile.token_uri }, { key: keyFile.private_key });
    expect(status).toBe(200);
    expect(answer).toMatchObject({ token_type: 'Bearer', expires_in: 3599 });
    const about = await fetch(`${drive.url}/drive/v3/about?fields=storageQuota(limit)`, {
      headers: { authorization: `Bearer ${answer.access_token}` },
    });
    expect(await about.json()).toEqual({ storageQuota: { limit: '0' } });
  });

  it.each([
    ['with another key', {}, { key: stranger.privateKey }, 'Invalid JWT Signature.'],
    ['an account that does not exist', { iss: 'nobody@example.com' }, {}, 'Invalid grant: account not found'],
    ['for another audience', { aud: 'https://example.com/token' }, {}, 'Failed audience check'],
    ['without a scope', { scope: undefined }, {}, 'Invalid OAuth scope'],
    ['with a lifetime over an hour', {}, { minutes: 61 }, 'short-lived token'],
    ['with an expired assertion', {}, { minutes: -1 }, 'short-lived token'],
  ])("the drive's stand-in refuses to sign in %s", async (_case, overrides, signing, description) => {
    const { status, answer } = await exchange(overrides, signing);
    expect(status).toBe(400);
    expect(answer.error_description).toContain(description);
  });

  it("the drive's stand-in refuses Google's client with the wrong key", async () => {
    const impostor = makeClient(drive.url, [FULL_SCOPE], stranger.privateKey);
    await expect(impostor.files.generateIds({ count: 1 })).rejects.toThrow(
      'invalid_grant: Invalid JWT Signature.',
    );
  });

  it("the drive's stand-in answers 401 to a call without a token or with an expired one", async () => {
    const anonymous = googleDrive({ version: 'v3', rootUrl: `${drive.url}/`, retry: false });
    await expect(anonymous.files.generateIds({ count: 1 })).rejects.toMatchObject(refusal(401, 'authError'));
    await generateId();
    drive.expireTokens();
    await expect(client.files.generateIds({ count: 1 })).rejects.toMatchObject(refusal(401, 'authError'));
  });

  it("the drive's stand-in refuses a token that may only read", async () => {
    const reader = makeClient(drive.url, ['https://www.googleapis.com/auth/drive.readonly']);
    await expect(reader.files.generateIds({ count: 1 })).rejects.toMatchObject(
      refusal(403, 'insufficientPermissions'),
    );
  });
});
