import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EventType } from './event-types.ts';

export interface StoredAttachment {
  name: string;
  type: string;
  size: number;
}

export interface StoredMail {
  /** The id that SES answered. */
  id: string;
  at: string;
  from: string;
  fromDomain: string;
  /** Addresses without names. */
  to: string[];
  subject: string;
  html: string;
  text: string;
  headers: { name: string; value: string }[];
  attachments: StoredAttachment[];
  tags: { name: string; value: string }[];
  configurationSet: string;
  /** What was published about the mail, in this order. */
  events: { type: EventType; at: string }[];
}

export type NewMail = Omit<StoredMail, 'events'>;

/** Makes message ids that look like those of SES and sort by the time of their making. */
export const makeMessageIds = () => {
  let last = 0;

  return (now: Date): string => {
    last = Math.max(last + 1, now.getTime() * 1000);

    return `${last.toString(16).padStart(16, '0')}-${randomUUID()}-000000`;
  };
};

const RECORD = 'mail.json';

const replaceRecord = (folder: string, mail: StoredMail) => {
  const path = join(folder, RECORD);
  writeFileSync(`${path}.partial`, JSON.stringify(mail));
  renameSync(`${path}.partial`, path);
};

/**
 * Opens the mails that SES took, each in its own folder. Only the newest are kept. A write is complete when it returns.
 */
export const openMailStore = (folder: string, mailsMax = 500) => {
  mkdirSync(folder, { recursive: true });
  const folderOf = (id: string) => join(folder, id);
  const mails = new Map<string, StoredMail>();
  for (const name of readdirSync(folder).toSorted()) {
    const path = join(folder, name, RECORD);
    if (existsSync(path) && !name.endsWith('.partial')) {
      const mail: StoredMail = JSON.parse(readFileSync(path, 'utf8'));
      mails.set(mail.id, mail);
    }
  }

  const removeOldest = () => {
    for (const id of [...mails.keys()].slice(0, Math.max(0, mails.size - mailsMax))) {
      mails.delete(id);
      rmSync(folderOf(id), { recursive: true, force: true });
    }
  };

  return {
    find: (id: string) => mails.get(id),

    /** Lists the newest first. */
    list: () => [...mails.values()].reverse(),

    /** Stores a mail with the bytes of its attachments. A killed process leaves it out or stores all of it. */
    add: (mail: NewMail, files: readonly Uint8Array[]) => {
      const stored = { ...mail, events: [] };
      const partial = `${folderOf(mail.id)}.partial`;
      mkdirSync(partial);
      for (const [index, bytes] of files.entries()) {
        writeFileSync(join(partial, `${index}.bin`), bytes);
      }
      writeFileSync(join(partial, RECORD), JSON.stringify(stored));
      renameSync(partial, folderOf(mail.id));
      mails.set(mail.id, stored);
      removeOldest();

      return stored;
    },

    addEvent: (id: string, type: EventType, at: string) => {
      const mail = mails.get(id);
      if (mail) {
        const changed = { ...mail, events: [...mail.events, { type, at }] };
        replaceRecord(folderOf(id), changed);
        mails.set(id, changed);
      }
    },

    readAttachment: (id: string, index: number) => readFileSync(join(folderOf(id), `${index}.bin`)),
  };
};

export type MailStore = ReturnType<typeof openMailStore>;
