import { describeError } from '#functions/runtime/describe-error.ts';
import type { EventType } from './event-types.ts';
import { describeEvent, type MailEvent } from './mail-events.ts';
import type { MailStore, StoredMail } from './mail-store.ts';

interface PublisherOptions {
  store: MailStore;
  publish: (event: MailEvent) => Promise<void>;
  now: () => Date;
  region: string;
}

/** Publishes what happens to mails, and notes it in them. */
export const makePublisher = ({ store, publish, now, region }: PublisherOptions) => {
  let afterSending: readonly EventType[] = ['send', 'delivery'];
  const running = new Set<Promise<void>>();

  const publishEvent = async (mail: StoredMail, type: EventType) => {
    const at = now();
    await publish(describeEvent(mail, type, at, region));
    store.addEvent(mail.id, type, at.toISOString());
  };

  const publishAll = async (mail: StoredMail) => {
    for (const type of afterSending) {
      await publishEvent(mail, type);
    }
  };

  return {
    publishEvent,

    /** Begins to publish what follows the sending of a mail; SES does not wait for it either. */
    follow: (mail: StoredMail) => {
      const work = publishAll(mail)
        .catch((error) => console.error('An event of a mail was lost:', ...describeError(error)))
        .finally(() => running.delete(work));
      running.add(work);
    },

    setAfterSending: (types: readonly EventType[]) => {
      afterSending = types;
    },

    /** Resolves when everything that has begun is published. */
    settle: () => Promise.all(running),
  };
};
