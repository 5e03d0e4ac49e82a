import { randomUUID } from 'node:crypto';
import { invalidParameter, QueueError } from './errors.ts';
import { type Message, openMessageFolder } from './message-folder.ts';

interface QueueOptions {
  name: string;
  visibilityTimeoutSeconds: number;
  folder: string | undefined;
  /** A message received this many times without being deleted moves to the dead letters at the next receive. */
  redrive?: { maxReceiveCount: number; deadLetters: MessageQueue };
}

interface ReceiveOptions {
  maxMessages: number;
  visibilityTimeoutSeconds?: number | undefined;
  waitSeconds: number;
  signal: AbortSignal;
}

export type ReceivedMessage = Message & { receiptHandle: string };
export type MessageQueue = ReturnType<typeof makeMessageQueue>;

const toHandle = (queueName: string, id: string, receipt: string) =>
  Buffer.from(`${queueName} ${id} ${receipt}`).toString('base64url');

/** Makes a standard SQS queue. Each change is written before it is confirmed. */
export const makeMessageQueue = ({ name, visibilityTimeoutSeconds, folder, redrive }: QueueOptions) => {
  const arn = `arn:aws:sqs:af-south-1:000000000000:${name}`;
  const messages = openMessageFolder(folder);
  const waiting = new Set<() => void>();
  let isHeld = false;

  const wakeReceivers = () => {
    for (const wake of waiting) {
      wake();
    }
  };

  /** Resolves when a message may have become visible, at the latest at `until`. */
  const waitForChange = (until: number, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        waiting.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      const timer = setTimeout(wake, Math.max(1, until - Date.now()));
      waiting.add(wake);
      signal.addEventListener('abort', wake);
    });

  const accept = (message: Message) => {
    messages.save(message);
    wakeReceivers();
  };

  const giveUp = ({ receipt: _, ...message }: Message, deadLetters: MessageQueue) => {
    deadLetters.accept({ ...message, visibleAt: Date.now(), deadLetterSourceArn: arn });
    messages.remove(message.id);
  };

  const takeVisible = (maxMessages: number, timeoutSeconds: number) => {
    const now = Date.now();
    const taken: ReceivedMessage[] = [];
    for (const message of messages.list()) {
      if (taken.length === maxMessages) {
        break;
      }
      if (message.visibleAt > now) {
        continue;
      }
      if (redrive && message.receiveCount >= redrive.maxReceiveCount) {
        giveUp(message, redrive.deadLetters);
        continue;
      }
      const received = {
        ...message,
        receiveCount: message.receiveCount + 1,
        firstReceivedAt: message.firstReceivedAt ?? now,
        visibleAt: now + timeoutSeconds * 1000,
        receipt: randomUUID(),
      };
      messages.save(received);
      taken.push({ ...received, receiptHandle: toHandle(name, received.id, received.receipt) });
    }

    return taken;
  };

  const findByHandle = (receiptHandle: string) => {
    const [queueName, id, receipt] = Buffer.from(receiptHandle, 'base64url').toString().split(' ');
    if (queueName !== name || !id || !receipt) {
      throw new QueueError(
        'ReceiptHandleIsInvalid',
        `The input receipt handle "${receiptHandle}" is not a valid receipt handle.`,
      );
    }
    const message = messages.find(id);

    return { message, isLatest: message?.receipt === receipt };
  };

  return {
    name,
    arn,
    visibilityTimeoutSeconds,
    redrive,
    accept,

    send: (body: string, delaySeconds: number) => {
      const now = Date.now();
      const message = {
        id: randomUUID(),
        body,
        sentAt: now,
        visibleAt: now + delaySeconds * 1000,
        receiveCount: 0,
      };
      accept(message);

      return message.id;
    },

    /** Returns as soon as there is a message, or without one after `waitSeconds`. */
    receive: async ({ maxMessages, waitSeconds, signal, ...options }: ReceiveOptions) => {
      const deadline = Date.now() + waitSeconds * 1000;
      while (!signal.aborted) {
        const taken = isHeld
          ? []
          : takeVisible(maxMessages, options.visibilityTimeoutSeconds ?? visibilityTimeoutSeconds);
        if (taken.length > 0 || Date.now() >= deadline) {
          return taken;
        }
        const until = isHeld
          ? deadline
          : messages.list().reduce((soonest, { visibleAt }) => Math.min(soonest, visibleAt), deadline);
        await waitForChange(until, signal);
      }

      return [];
    },

    /** Delivers no message until the returned function is called. */
    hold: () => {
      isHeld = true;

      return () => {
        isHeld = false;
        wakeReceivers();
      };
    },

    /** Succeeds without deleting anything if the message is gone or was received again in the meantime. */
    delete: (receiptHandle: string) => {
      const { message, isLatest } = findByHandle(receiptHandle);
      if (message && isLatest) {
        messages.remove(message.id);
      }
    },

    /** Changes nothing for an expired handle; refuses one whose message is gone. */
    changeVisibility: (receiptHandle: string, timeoutSeconds: number) => {
      const { message, isLatest } = findByHandle(receiptHandle);
      if (!message) {
        throw invalidParameter(
          `Value ${receiptHandle} for parameter ReceiptHandle is invalid. Reason: Message does not exist or is ` +
            'not available for visibility timeout change.',
        );
      }
      if (isLatest && message.visibleAt > Date.now()) {
        accept({ ...message, visibleAt: Date.now() + timeoutSeconds * 1000 });
      }
    },

    count: () => {
      const now = Date.now();
      const all = messages.list();
      const hidden = all.filter(({ visibleAt }) => visibleAt > now);
      const delayed = hidden.filter(({ receipt }) => receipt === undefined).length;

      return { visible: all.length - hidden.length, inFlight: hidden.length - delayed, delayed };
    },
  };
};
