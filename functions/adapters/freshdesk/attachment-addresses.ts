import { type FreshdeskPatience, giveUpAfter } from './freshdesk-client.ts';
import { toConnectionFault, toStatusFault } from './freshdesk-fault.ts';

/**
 * Tells whether an address lies below one of these. Amazon S3 keeps the files of many under one origin, so that a path
 * may be part of what is allowed: https://s3.amazonaws.com/cdn.freshdesk.com/.
 */
export const makeAddressCheck = (allowed: readonly string[]) => {
  const bases = allowed.map((base) => new URL(base));

  return (address: string): boolean => {
    const url = URL.parse(address);
    if (url?.username !== '' || url.password !== '') return false;

    return bases.some(
      ({ origin, pathname }) =>
        url.origin === origin && url.pathname.startsWith(pathname.replace(/\/?$/, '/')),
    );
  };
};

/** The call as the log may know it: the address is as good as the file. */
const CALL = { method: 'GET', path: 'an attachment' };

/** Reads no further than the bytes that are wanted at most. */
const readUpTo = async (body: ReadableStream<Uint8Array>, bytesMax: number) => {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > bytesMax) return undefined;
    chunks.push(chunk);
  }

  return new Uint8Array(Buffer.concat(chunks));
};

/** The bytes of an allowed address, without the key and without following a redirect. */
export const fetchBytes = async (
  address: string,
  bytesMax: number,
  patience: FreshdeskPatience,
): Promise<Uint8Array | undefined> => {
  const signal = giveUpAfter(patience);
  const answer = await fetch(address, { redirect: 'manual', signal }).catch((error) => {
    throw toConnectionFault(CALL, error);
  });
  if ([403, 404, 410].includes(answer.status)) return undefined;
  if (!answer.ok) throw toStatusFault(CALL, answer.status, answer.headers, '');
  if (!answer.body) return new Uint8Array();

  return readUpTo(answer.body, bytesMax).catch((error) => {
    throw toConnectionFault(CALL, error);
  });
};
