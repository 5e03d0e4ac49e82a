import { useRef } from 'react';

/**
 * One idempotency key for one content of a form: what is sent once more after a lost answer bears the same key, so that
 * it is not written twice, and what was edited meanwhile another, because a key belongs to one content (D26).
 */
export const useContentKey = () => {
  const keys = useRef(new Map<string, string>());

  return {
    keyFor: (content: unknown): string => {
      const text = JSON.stringify(content);
      const key = keys.current.get(text) ?? crypto.randomUUID();
      keys.current.set(text, key);

      return key;
    },
    /** After a success the same content is a new one. */
    renew: () => keys.current.clear(),
  };
};
