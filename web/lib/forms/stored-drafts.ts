import { ofTab } from '../session/storage.ts';

/**
 * Drafts of forms, kept by this tab under the person's id: they outlive a reload and an ended session.
 * They are deleted when that person logs out and when this tab shows somebody else. Not for passwords, and not for the
 * administrators' forms, which hold personal data of others (web/lib/forms/drafts.ts).
 */
const PREFIX = 'draft:';

const prefixOf = (userId: number) => `${PREFIX}${userId}:`;
const keyOf = (userId: number, name: string) => `${prefixOf(userId)}${name}`;

const forget = (isForgotten: (key: string) => boolean): void => {
  for (const key of ofTab.keys()) {
    if (key.startsWith(PREFIX) && isForgotten(key)) {
      ofTab.remove(key);
    }
  }
};

/** Returns the draft as it was stored, or undefined. The caller checks its shape. */
export const readStoredDraft = (userId: number, name: string): unknown => {
  try {
    return JSON.parse(ofTab.read(keyOf(userId, name)) ?? '');
  } catch {
    return undefined;
  }
};

export const storeDraft = (userId: number, name: string, values: unknown): void =>
  ofTab.write(keyOf(userId, name), JSON.stringify(values));

export const dropStoredDraft = (userId: number, name: string): void => ofTab.remove(keyOf(userId, name));

export const forgetStoredDraftsOfOthers = (userId: number): void =>
  forget((key) => !key.startsWith(prefixOf(userId)));

export const forgetStoredDrafts = (): void => forget(() => true);
