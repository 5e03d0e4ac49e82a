import { describeError } from '#functions/runtime/describe-error.ts';
import { type HttpAnswer, type HttpRequest, startHttpServer } from './http-server.ts';
import { makeAccount, PRODUCTION_ACCOUNT, type SesAccount } from './ses/account.ts';
import { badRequest, json, SesError, toErrorAnswer } from './ses/errors.ts';
import type { EventType } from './ses/event-types.ts';
import { makeFaults, type SesOperation } from './ses/faults.ts';
import { describeEvent, type MailEvent } from './ses/mail-events.ts';
import { makeMessageIds, openMailStore, type StoredMail } from './ses/mail-store.ts';
import { startMailbox } from './ses/mailbox.ts';
import { parseSendEmail } from './ses/send-email-input.ts';
import { takeMail } from './ses/take-mail.ts';
import { isSigned } from './signature.ts';

interface SesOptions {
  /** Folder of the mails, which survive a restart. */
  folder: string;
  account: Partial<SesAccount> & Pick<SesAccount, 'identities' | 'configurationSets'>;
  /** Takes an event of the configuration set, as SNS hands it to a queue with raw delivery. */
  publish?: (event: MailEvent) => Promise<void>;
  region?: string;
  now?: () => Date;
  port?: number;
  mailboxPort?: number;
}

const OPERATIONS: Record<string, SesOperation> = {
  'POST /v2/email/outbound-emails': 'SendEmail',
  'GET /v2/email/account': 'GetAccount',
};

/** What follows a mail to an address of SES's mailbox simulator. */
const SIMULATED: Record<string, readonly EventType[]> = {
  bounce: ['send', 'bounce'],
  complaint: ['send', 'delivery', 'complaint'],
};

const requireSignature = (request: HttpRequest) => {
  if (!isSigned(request.headers)) {
    throw new SesError('MissingAuthenticationTokenException', 'Missing Authentication Token');
  }
};

const matchOperation = ({ method, url }: HttpRequest): SesOperation => {
  const operation = OPERATIONS[`${method} ${url.pathname}`];
  if (!operation) {
    throw new SesError('UnknownOperationException', `This SES does not know ${method} ${url.pathname}.`);
  }

  return operation;
};

const readBody = (request: HttpRequest): unknown => {
  try {
    return request.body.length > 0 ? JSON.parse(request.body.toString()) : undefined;
  } catch {
    throw new SesError('SerializationException', 'The request is not valid JSON.');
  }
};

/** Returns the addresses of a call before it is checked, so that a fault for one address finds it. */
const peekRecipients = (body: unknown): string[] => {
  const { Destination } = (body ?? {}) as { Destination?: { ToAddresses?: unknown } };
  const addresses = Array.isArray(Destination?.ToAddresses) ? Destination.ToAddresses : [];

  return addresses.map((address) => String(address).toLowerCase());
};

/** Publishes what happens to mails, and notes it in them. */
const makePublisher = (
  { folder: _, publish = async () => {}, now = () => new Date(), region = 'af-south-1' }: SesOptions,
  store: ReturnType<typeof openMailStore>,
) => {
  let afterSending: readonly EventType[] = ['send', 'delivery'];
  const running = new Set<Promise<void>>();

  /** Publishes an event of a mail; SES publishes none of a mail without a configuration set. */
  const publishEvent = async (mail: StoredMail, type: EventType) => {
    const at = now();
    if (mail.configurationSet !== null) {
      await publish(describeEvent(mail, type, at, region));
    }
    store.addEvent(mail.id, type, at.toISOString());
  };

  const publishAll = async (mail: StoredMail, types: readonly EventType[]) => {
    for (const type of types) {
      await publishEvent(mail, type);
    }
  };

  return {
    publishEvent,
    /** Begins to publish what follows the sending of a mail; SES does not wait for it either. */
    follow: (mail: StoredMail) => {
      const [, word = ''] = /^(\w+)(?:\+[^@]*)?@simulator\.amazonses\.com$/.exec(mail.to[0] ?? '') ?? [];
      const work = publishAll(mail, SIMULATED[word] ?? afterSending)
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

/** Tells those who wait when a mail has come. */
const makeArrivals = () => {
  const waiting = new Set<() => void>();

  return {
    announce: () => {
      for (const wake of waiting) {
        wake();
      }
    },
    /** Resolves with the first result that is not undefined, asking again at each arrival. */
    waitFor: <T>(find: () => T | undefined): Promise<T> =>
      new Promise((resolve) => {
        const look = () => {
          const found = find();
          if (found !== undefined) {
            waiting.delete(look);
            resolve(found);
          }
        };
        waiting.add(look);
        look();
      }),
  };
};

/**
 * Starts a server for the calls of SES's API v2 (https://docs.aws.amazon.com/ses/latest/APIReference-V2/) that the
 * portal makes, with its events, and a page that shows the mails to whoever works here.
 */
export const startSes = async (options: SesOptions) => {
  const { now = () => new Date(), region = 'af-south-1' } = options;
  const store = openMailStore(options.folder);
  const account = makeAccount({ ...PRODUCTION_ACCOUNT, ...options.account }, region, now);
  const faults = makeFaults();
  const publisher = makePublisher(options, store);
  const arrivals = makeArrivals();
  const nextId = makeMessageIds();
  const calls: SesOperation[] = [];
  let comeIn: () => Promise<unknown> = async () => {};
  let held: Promise<void> | undefined;

  const sendEmail = (body: unknown): HttpAnswer => {
    const email = parseSendEmail(body);
    account.take(email);
    const at = now();
    const mail = takeMail(store, email, nextId(at), at, region);
    publisher.follow(mail);
    arrivals.announce();

    return json(200, { MessageId: mail.id });
  };

  const answer = async (request: HttpRequest): Promise<HttpAnswer | undefined> => {
    requireSignature(request);
    const operation = matchOperation(request);
    calls.push(operation);
    await comeIn();
    await held;
    const body = readBody(request);
    const work = () => (operation === 'SendEmail' ? sendEmail(body) : json(200, account.describe()));

    return faults.run(operation, peekRecipients(body), request, () => attempt(work));
  };

  const server = await startHttpServer((request) => attempt(() => answer(request)), options.port);
  const mailbox = await startMailbox(
    { store, faults, publishEvent: publisher.publishEvent },
    options.mailboxPort,
  );

  return {
    url: server.url,
    /** The page with the mails. */
    mailboxUrl: mailbox.url,
    /** Lists the mails that SES took, newest first. */
    listMails: store.list,
    readAttachment: store.readAttachment,
    waitFor: arrivals.waitFor,
    plantFault: faults.plant,
    forgetFaults: faults.forget,
    setAccount: account.set,
    /** Publishes an event of a mail, as the buttons of the page do. */
    publishEvent: async (id: string, type: EventType) => {
      const mail = store.find(id);
      if (!mail) {
        throw badRequest(`There is no mail ${id}`);
      }
      await publisher.publishEvent(mail, type);
    },
    /** Sets which events follow each mail from now on; without any, all events of a mail are lost. */
    setAfterSending: publisher.setAfterSending,
    /** Delays each call by this before it is processed, for example by the duration of a remote call. */
    delayCalls: (wait: () => Promise<unknown>) => {
      comeIn = wait;
    },
    /** Holds back every call, before it is processed, until the returned function is called. */
    hold: () => {
      const release = Promise.withResolvers<void>();
      held = release.promise;

      return () => {
        held = undefined;
        release.resolve();
      };
    },
    /** All signed calls so far, including refused ones. */
    listCalls: (): readonly SesOperation[] => calls,
    close: async () => {
      await Promise.all([server.close(), mailbox.close()]);
      await publisher.settle();
    },
  };
};

export type Ses = Awaited<ReturnType<typeof startSes>>;

/** Turns a refusal into an answer. */
const attempt = async <T extends HttpAnswer | undefined>(
  work: () => T | Promise<T>,
): Promise<T | HttpAnswer> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SesError) {
      return toErrorAnswer(error);
    }
    throw error;
  }
};
