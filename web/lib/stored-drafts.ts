/**
 * Drafts of forms, kept in this tab's sessionStorage under the person's id: they outlive a reload and an ended session.
 * They are deleted when that person logs out and when somebody else signs in. Not for passwords, and not for the
 * administrators' forms, which hold personal data of others (web/lib/drafts.ts).
 */
const PREFIX = 'draft:';

const prefixOf = (userId: number) => `${PREFIX}${userId}:`;
const keyOf = (userId: number, name: string) => `${prefixOf(userId)}${name}`;

/** Ignores storage errors: if the storage is full or forbidden, only the draft is lost. */
const attempt = <Result>(act: () => Result): Result | undefined => {
  try {
    return act();
  } catch {
    return undefined;
  }
};

const forget = (isForgotten: (key: string) => boolean): void => {
  attempt(() => {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(PREFIX) && isForgotten(key)) {
        sessionStorage.removeItem(key);
      }
    }
  });
};

/** Returns the draft as it was stored, or undefined. The caller checks its shape. */
export const readStoredDraft = (userId: number, name: string): unknown =>
  attempt(() => JSON.parse(sessionStorage.getItem(keyOf(userId, name)) ?? '') as unknown);

export const storeDraft = (userId: number, name: string, values: unknown): void => {
  attempt(() => sessionStorage.setItem(keyOf(userId, name), JSON.stringify(values)));
};

export const dropStoredDraft = (userId: number, name: string): void => {
  attempt(() => sessionStorage.removeItem(keyOf(userId, name)));
};

export const forgetStoredDraftsOfOthers = (userId: number): void =>
  forget((key) => !key.startsWith(prefixOf(userId)));

export const forgetStoredDrafts = (): void => forget(() => true);
