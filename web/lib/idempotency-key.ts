import { useRef, useState } from 'react';

/** One key for each opened form: invoices, services and everything with money (D26). */
export const useFormKey = (): string => useState(() => crypto.randomUUID())[0];

/**
 * One key for each content of a form: tickets and replies (D26). Sending the same content again after a lost answer
 * uses the same key, so that it is written once. Edited content gets a new key, because a key belongs to one content.
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
