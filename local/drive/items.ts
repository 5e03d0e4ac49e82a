import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

export const FOLDER_TYPE = 'application/vnd.google-apps.folder';

/** A permission that was set directly on this item; inherited ones are derived from its parents. */
export interface DirectPermission {
  id: string;
  type: 'user' | 'anyone';
  /** Google's screens show 'fileOrganizer' as 'Content manager' and 'organizer' as 'Manager'. */
  role: 'reader' | 'fileOrganizer' | 'organizer';
  emailAddress?: string;
}

/** The stored data of a file, a folder or the shared drive itself (the only item without parents). */
export interface DriveItem {
  id: string;
  name: string;
  mimeType: string;
  parents: string[];
  appProperties: Record<string, string>;
  createdTime: string;
  trashed: boolean;
  /** A deleted item keeps its record, because its id is never free again. */
  deleted: boolean;
  permissions: DirectPermission[];
}

export type ItemStore = ReturnType<typeof openItemStore>;

/**
 * Opens a store of items as `<id>.json` with their bytes in `<id>.bin`, and of the ids that generateId returned. Each
 * write is complete when it returns and replaces the whole file, so a killed process leaves no half-written item.
 */
export const openItemStore = (folder: string) => {
  mkdirSync(folder, { recursive: true });
  const idsFile = join(folder, 'generated-ids');
  const generatedIds = new Set(existsSync(idsFile) ? readFileSync(idsFile, 'utf8').split('\n') : []);
  const items = new Map<string, DriveItem>();
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
    const item: DriveItem = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    items.set(item.id, item);
  }

  const replaceFile = (name: string, data: string | Uint8Array) => {
    const path = join(folder, name);
    writeFileSync(`${path}.partial`, data);
    renameSync(`${path}.partial`, path);
  };

  return {
    find: (id: string) => {
      const item = items.get(id);

      return item?.deleted ? undefined : item;
    },
    list: () => [...items.values()].filter((item) => !item.deleted),
    isIdUsed: (id: string) => items.has(id),
    isIdGenerated: (id: string) => generatedIds.has(id),

    generateId: () => {
      const id = `1${randomBytes(24).toString('base64url')}`;
      appendFileSync(idsFile, `${id}\n`);
      generatedIds.add(id);

      return id;
    },

    save: (item: DriveItem, bytes?: Uint8Array) => {
      if (bytes) {
        replaceFile(`${item.id}.bin`, bytes);
      }
      replaceFile(`${item.id}.json`, JSON.stringify(item));
      items.set(item.id, item);
    },

    readContent: (id: string) => readFileSync(join(folder, `${id}.bin`)),

    remove: (item: DriveItem) => {
      const remains = { ...item, deleted: true };
      replaceFile(`${item.id}.json`, JSON.stringify(remains));
      items.set(item.id, remains);
      rmSync(join(folder, `${item.id}.bin`), { force: true });
    },
  };
};
