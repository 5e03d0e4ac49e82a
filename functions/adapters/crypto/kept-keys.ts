import type { ReadSecret } from '#functions/adapters/aws/secrets-manager.ts';

const KEYS_FRESH_MS = 10 * 60_000;
const REREAD_PAUSE_MS = 60_000;

interface NamedKey<Key> {
  id: string;
  key: Key;
}

/** The current key, and during a rotation the one before. */
export interface Keys<Key> extends NamedKey<Key> {
  previous: NamedKey<Key> | undefined;
}

const findKey = <Key>({ previous, ...current }: Keys<Key>, id: string): Key | undefined =>
  [current, previous].find((candidate) => candidate?.id === id)?.key;

/**
 * The keys of one secret. They are read at once, while the function loads, and kept for ten minutes; an unknown id reads
 * the secret again, at most once a minute, so that strangers cannot make us call Secrets Manager.
 */
export const keepKeys = <Key>(readSecret: ReadSecret, parse: (secret: unknown) => Promise<Keys<Key>>) => {
  let keys: Keys<Key> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  let rereadAt = Number.NEGATIVE_INFINITY;

  const read = async () => {
    const askedAt = Date.now();
    keys = await parse(JSON.parse(await readSecret()));
    readAt = askedAt;

    return keys;
  };

  const loading = read().catch(() => undefined);

  /** A failed reading while loading is forgotten: the first request tries again. */
  const current = async (): Promise<Keys<Key>> => {
    await loading;

    return keys && Date.now() - readAt < KEYS_FRESH_MS ? keys : read();
  };

  return {
    current,

    renew: async (): Promise<void> => {
      await loading;
      if (Date.now() - readAt > REREAD_PAUSE_MS) {
        await read();
      }
    },

    find: async (id: string): Promise<Key | undefined> => {
      const known = findKey(await current(), id);
      if (known !== undefined || Date.now() - rereadAt < REREAD_PAUSE_MS) {
        return known;
      }
      rereadAt = Date.now();

      return findKey(await read(), id);
    },
  };
};
