import type { FreshdeskPatience } from './freshdesk-client.ts';
import { toFileFault } from './freshdesk-fault.ts';

/**
 * Returns a check of whether an address is below one of these. Amazon S3 keeps the files of many customers under one
 * origin, so an allowed address may include a path: https://s3.amazonaws.com/cdn.freshdesk.com/.
 */
export const makeAddressCheck = (allowed: readonly string[]) => {
  const bases = allowed.map((base) => new URL(base));

  return (address: string): boolean => {
    // URL parsers drop some control characters, so another parser could read a different address.
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

/** Reads a body; undefined, without reading on, if it is longer than `bytesMax`. */
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

/** Fetches the bytes of an allowed address, without sending the key and without following a redirect. */
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
