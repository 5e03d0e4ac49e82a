import { useRef, useState } from 'react';
import { keyOfDraft } from './drafts.ts';

/** A body with the key of its form. */
export interface Keyed<Body> {
  body: Body;
  idempotencyKey: string;
}

/**
 * Returns one key for each opened form: invoices, services and everything with money (D26). A form that outlived an ended
 * session under the name of its draft has the key that it had.
 */
export const useFormKey = (draft?: string): string =>
  useState(() => (draft === undefined ? undefined : keyOfDraft(draft)) ?? crypto.randomUUID())[0];

/**
 * Returns one key for each content of a form: tickets and replies (D26). If the same content is sent again after a lost
 * answer, it has the same key and is written once. Edited content gets a new key, because a key belongs to one content.
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
    /** After a success the same content counts as new. */
    renew: () => keys.current.clear(),
  };
};
