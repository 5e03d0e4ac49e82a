import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Message {
  id: string;
  body: string;
  sentAt: number;
  /** When it can be received next: after its delay, or after the visibility timeout of who has it. */
  visibleAt: number;
  receiveCount: number;
  firstReceivedAt?: number;
  /** The last part of the receipt handle of its latest receive; older handles delete nothing. */
  receipt?: string;
  /** The queue that gave it up, when it lies in a dead-letter queue. */
  deadLetterSourceArn?: string;
}

/**
 * Keeps a queue's messages, one JSON file each, in the order they were sent. A save is complete when it returns and
 * replaces the file whole. Without a folder they live in memory only.
 */
export const openMessageFolder = (folder: string | undefined) => {
  const messages = new Map<string, Message>();
  if (folder) {
    mkdirSync(folder, { recursive: true });
    const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
    const stored = files.map((name): Message => JSON.parse(readFileSync(join(folder, name), 'utf8')));
    for (const message of stored.toSorted((a, b) => a.sentAt - b.sentAt)) {
      messages.set(message.id, message);
    }
  }

  return {
    find: (id: string) => messages.get(id),
    list: () => [...messages.values()],

    save: (message: Message) => {
      if (folder) {
        const path = join(folder, `${message.id}.json`);
        writeFileSync(`${path}.partial`, JSON.stringify(message));
        renameSync(`${path}.partial`, path);
      }
      messages.set(message.id, message);
    },

    remove: (id: string) => {
      if (folder) {
        rmSync(join(folder, `${id}.json`), { force: true });
      }
      messages.delete(id);
    },
  };
};
