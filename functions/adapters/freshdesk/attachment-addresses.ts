import type { FreshdeskPatience } from './freshdesk-client.ts';
import { toFileFault } from './freshdesk-fault.ts';

/**
 * Tells whether an address lies below one of these. Amazon S3 keeps the files of many under one origin, so that a path
 * may be part of what is allowed: https://s3.amazonaws.com/cdn.freshdesk.com/.
 */
export const makeAddressCheck = (allowed: readonly string[]) => {
  const bases = allowed.map((base) => new URL(base));

  return (address: string): boolean => {
    // A parser of addresses leaves some of them out, so that others would read another address.
    if (/\p{Cc}/u.test(address)) {
      return false;
    }
    const url = URL.parse(address);
    if (url?.username !== '' || url.password !== '') {
      return false;
    }

    return bases.some(
      ({ origin, pathname }) =>
        url.origin === origin && url.pathname.startsWith(pathname.replace(/\/?$/, '/')),
    );
  };
};

/** Reads no further than the bytes that are wanted at most. */
const readUpTo = async (body: ReadableStream<Uint8Array>, bytesMax: number) => {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > bytesMax) {
      return undefined;
    }
    chunks.push(chunk);
  }

  return new Uint8Array(Buffer.concat(chunks));
};

/** The bytes of an allowed address, without the key and without following a redirect. */
export const fetchBytes = async (
  address: string,
  bytesMax: number,
  { fileMs, timeLeftMs }: FreshdeskPatience,
): Promise<Uint8Array | undefined> => {
  const signal = AbortSignal.timeout(Math.min(fileMs, timeLeftMs()));
  try {
    const answer = await fetch(address, { redirect: 'manual', signal });
    if ([403, 404, 410].includes(answer.status)) {
      return undefined;
    }
    if (!answer.ok) {
      throw new Error(`Its host answered ${answer.status}`);
    }

    return answer.body ? await readUpTo(answer.body, bytesMax) : new Uint8Array();
  } catch (error) {
    throw toFileFault(error);
  }
};
