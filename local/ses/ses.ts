import { type HttpAnswer, type HttpRequest, startHttpServer } from '../http/http-server.ts';
import { makeAccount, PRODUCTION_ACCOUNT, type SesAccount } from './account.ts';
import { makeArrivals } from './arrivals.ts';
import { badRequest, json, SesError, toErrorAnswer } from './errors.ts';
import type { EventType } from './event-types.ts';
import { makeFaults, type SesOperation } from './faults.ts';
import type { MailEvent } from './mail-events.ts';
import { makeMessageIds, openMailStore } from './mail-store.ts';
import { startMailbox } from './mailbox.ts';
import { makePublisher } from './publisher.ts';
import { makeGate, matchOperation, peekRecipients, readBody } from './requests.ts';
import { parseSendEmail } from './send-email-input.ts';
import { takeMail } from './take-mail.ts';

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

/** Answers the two calls, and counts them. */
const makeApi = (account: ReturnType<typeof makeAccount>, sendEmail: (body: unknown) => HttpAnswer) => {
  const calls: SesOperation[] = [];
  const faults = makeFaults();
  const gate = makeGate();

  return {
    calls,
    faults,
    gate,
    answer: async (request: HttpRequest): Promise<HttpAnswer | undefined> => {
      const operation = matchOperation(request);
      calls.push(operation);
      await gate.pass();
      const body = readBody(request);
      const work = () => (operation === 'SendEmail' ? sendEmail(body) : json(200, account.describe()));

      return faults.run(operation, peekRecipients(body), request, () => attempt(work));
    },
  };
};

/**
 * Starts a server for the calls of SES's API v2 (https://docs.aws.amazon.com/ses/latest/APIReference-V2/) that the
 * portal makes, with its events, and a page that shows the mails to whoever works here.
 */
export const startSes = async (options: SesOptions) => {
  const { publish = async () => {}, now = () => new Date(), region = 'af-south-1' } = options;
  const store = openMailStore(options.folder);
  const account = makeAccount({ ...PRODUCTION_ACCOUNT, ...options.account }, region, now);
  const publisher = makePublisher({ store, publish, now, region });
  const arrivals = makeArrivals();
  const nextId = makeMessageIds();

  const { answer, calls, faults, gate } = makeApi(account, (body) => {
    const email = parseSendEmail(body);
    account.take(email);
    const at = now();
    const mail = takeMail(store, email, nextId(at), at, region);
    publisher.follow(mail);
    arrivals.announce();

    return json(200, { MessageId: mail.id });
  });
  const server = await startHttpServer((request) => attempt(() => answer(request)), options.port);
  const { publishEvent } = publisher;
  const mailbox = await startMailbox({ store, faults, publishEvent }, options.mailboxPort);

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
    delayCalls: gate.delayCalls,
    hold: gate.hold,
    /** All signed calls so far, including refused ones. */
    listCalls: (): readonly SesOperation[] => calls,
    /** Publishes an event of a mail, as the buttons of the page do. */
    publishEvent: async (id: string, type: EventType) => {
      const mail = store.find(id);
      if (!mail) {
        throw badRequest(`There is no mail ${id}`);
      }
      await publishEvent(mail, type);
    },
    /** Sets which events follow each mail from now on; without any, all events of a mail are lost. */
    setAfterSending: publisher.setAfterSending,
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
