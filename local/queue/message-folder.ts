import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Message {
  id: string;
  body: string;
  sentAt: number;
  /** Time of the next possible receive: after its delay, or after the visibility timeout of the last receiver. */
  visibleAt: number;
  receiveCount: number;
  firstReceivedAt?: number;
  /** Last part of the receipt handle of the latest receive; older handles delete nothing. */
  receipt?: string;
  /** For a message in a dead-letter queue, the queue that gave it up. */
  deadLetterSourceArn?: string;
}

/**
 * Keeps a queue's messages, one JSON file each, in the order in which they were sent. A save is complete when it
 * returns, and replaces the whole file. Without a folder, messages are kept in memory.
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
