import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { SignatureV4 } from '@smithy/signature-v4';
import type { HttpRequest } from '../http/http-server.ts';

export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  /** Missing for a user's permanent key. */
  sessionToken?: string;
}

interface Scope {
  region: string;
  service: string;
}

const CLOCK_SKEW_MS = 5 * 60_000;

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;

const DATE = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/;

/** Headers that must be signed: without them a signature does not cover the request. */
const ALWAYS_SIGNED = ['host', 'x-amz-date'];
const SESSION_TOKEN = 'x-amz-security-token';

type Data = string | ArrayBuffer | ArrayBufferView;

const toBytes = (data: Data): Buffer => {
  if (typeof data === 'string') {
    return Buffer.from(data);
  }

  return ArrayBuffer.isView(data)
    ? Buffer.from(data.buffer, data.byteOffset, data.byteLength)
    : Buffer.from(data);
};

/** The hash that the signer needs, keyed if it gets a secret. */
class Sha256 {
  private readonly hash;

  constructor(secret?: Data) {
    this.hash = secret === undefined ? createHash('sha256') : createHmac('sha256', toBytes(secret));
  }

  update(data: Data): void {
    this.hash.update(toBytes(data));
  }

  async digest(): Promise<Uint8Array> {
    return this.hash.digest();
  }

  reset(): void {}
}

const readDate = (text: string | undefined): Date | undefined => {
  const match = DATE.exec(text ?? '');

  return match ? new Date(text?.replace(DATE, '$1-$2-$3T$4:$5:$6Z') ?? '') : undefined;
};

const one = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(',') : value;

/** Signs the same request again with the key that its caller should have. */
const signAnew = async (
  request: HttpRequest,
  signedHeaders: readonly string[],
  { credentials, signingDate, region, service }: Scope & { credentials: Credentials; signingDate: Date },
): Promise<string | undefined> => {
  const signer = new SignatureV4({ credentials, region, service, sha256: Sha256, applyChecksum: false });
  const headers = Object.fromEntries(signedHeaders.map((name) => [name, one(request.headers[name]) ?? '']));
  const { headers: signed } = await signer.sign(
    {
      method: request.method,
      protocol: 'http:',
      hostname: request.url.hostname,
      path: request.url.pathname,
      query: Object.fromEntries(request.url.searchParams),
      headers,
      body: request.body,
    },
    { signingDate, signableHeaders: new Set(signedHeaders) },
  );

  return AUTHORIZATION.exec(signed.authorization ?? '')?.[6];
};

/**
 * Returns the caller by Signature Version 4, or the reason for a refusal: checks scope, clock, session token, body and
 * signature as AWS does.
 */
export const checkSignature = async (
  request: HttpRequest,
  scope: Scope,
  findCredentials: (accessKeyId: string) => Credentials | undefined,
): Promise<{ accessKeyId: string } | { fault: string }> => {
  const match = AUTHORIZATION.exec(request.headers.authorization ?? '');
  if (!match) {
    return { fault: 'The request is not signed with Signature Version 4.' };
  }

  const [, accessKeyId = '', day, region, service, headerList = '', signature = ''] = match;
  const credentials = findCredentials(accessKeyId);
  if (!credentials) {
    return { fault: 'The security token included in the request is invalid.' };
  }
  if (region !== scope.region || service !== scope.service) {
    return {
      fault: `Credential should be scoped to ${scope.region}/${scope.service}, not ${region}/${service}.`,
    };
  }

  const date = one(request.headers['x-amz-date']);
  const signingDate = readDate(date);
  if (
    !signingDate ||
    !date?.startsWith(`${day}`) ||
    Math.abs(Date.now() - signingDate.getTime()) > CLOCK_SKEW_MS
  ) {
    return { fault: `Signature expired or not yet current: ${date}.` };
  }
  if (one(request.headers[SESSION_TOKEN]) !== credentials.sessionToken) {
    return { fault: 'The security token included in the request is invalid.' };
  }

  const signedHeaders = headerList.split(';');
  const wanted = credentials.sessionToken === undefined ? ALWAYS_SIGNED : [...ALWAYS_SIGNED, SESSION_TOKEN];
  const unsigned = wanted.find((name) => !signedHeaders.includes(name));
  if (unsigned) {
    return { fault: `The header ${unsigned} must be signed.` };
  }

  const bodyHash = createHash('sha256').update(request.body).digest('hex');
  if ((one(request.headers['x-amz-content-sha256']) ?? bodyHash) !== bodyHash) {
    return { fault: 'The body is not the one whose hash was signed.' };
  }

  const expected = await signAnew(request, signedHeaders, { ...scope, credentials, signingDate });
  if (!expected || !timingSafeEqual(Buffer.from(expected), Buffer.from(signature))) {
    return { fault: 'The request signature we calculated does not match the signature you provided.' };
  }

  return { accessKeyId };
};
