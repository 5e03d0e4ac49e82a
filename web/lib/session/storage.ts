interface BrowserStorage {
  read: (key: string) => string | null;
  write: (key: string, value: string) => void;
  remove: (key: string) => void;
  keys: () => string[];
}

/**
 * Returns a storage of the browser that never fails: without one, without room in it, or if it is forbidden, this page
 * remembers until it is closed.
 */
const openStorage = (find: () => Storage): BrowserStorage => {
  const unstored = new Map<string, string>();
  const attempt = <Result>(act: (storage: Storage) => Result): Result | undefined => {
    try {
      return act(find());
    } catch {
      return undefined;
    }
  };

  return {
    read: (key) => unstored.get(key) ?? attempt((storage) => storage.getItem(key)) ?? null,
    write: (key, value) => {
      unstored.set(key, value);
      attempt((storage) => {
        storage.setItem(key, value);
        unstored.delete(key);
      });
    },
    remove: (key) => {
      unstored.delete(key);
      attempt((storage) => storage.removeItem(key));
    },
    keys: () => [...unstored.keys(), ...(attempt(Object.keys) ?? [])],
  };
};

/** What this browser remembers. */
export const ofBrowser = openStorage(() => localStorage);

/** What this tab remembers, also over a reload. */
export const ofTab = openStorage(() => sessionStorage);
