import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeSesAccount } from '#functions/adapters/aws/ses-account.ts';
import { makeSesMailer, SES_PATIENCE } from '#functions/adapters/aws/ses-mailer.ts';
import { MailFault, type OutgoingMail } from '#functions/ports/mailer.ts';
import type { SesFault } from '#local/ses/faults.ts';
import { CONFIGURATION_SET, events, openLocalSes, restart, ses } from '#test/support/stand-ins/local-ses.ts';

openLocalSes();

let timeLeft: number;
const patience = { ...SES_PATIENCE, timeLeftMs: () => timeLeft };

const SENDER = { from: 'mail@owconnect.example', replyTo: '', configurationSet: CONFIGURATION_SET };
const mailer = (changes: Partial<typeof SENDER> = {}) => makeSesMailer({ ...SENDER, ...changes }, patience);

const MAIL: OutgoingMail = {
  id: '7f0c5b9e-1111-4222-8333-944455556666',
  to: 'zoe@example.com',
  subject: 'Invoice INV-2026-000123 from OW Connect, R 863,00, due 30 November',
  html: '<p>Dear Zoë, R\u00a0863,00</p>',
  text: 'Dear Zoë, R\u00a0863,00',
  attachments: [],
};

beforeEach(() => {
  timeLeft = 30_000;
  Object.assign(process.env, {
    AWS_REGION: 'af-south-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_SESV2: ses.url,
  });
});

const faultOf = async (work: Promise<unknown>): Promise<MailFault> => {
  const fault = await work.then(
    () => undefined,
    (error) => error,
  );
  if (!(fault instanceof MailFault)) {
    throw new Error(`No MailFault but ${fault}`);
  }

  return fault;
};

describe('the mailer of Amazon SES', () => {
  it('a mail arrives with its sender, subject, HTML, text and id, and says that a program wrote it', async () => {
    await mailer({ replyTo: 'help@owconnect.example' }).send(MAIL);

    const [mail, ...others] = ses.listMails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      from: 'OW Connect <mail@owconnect.example>',
      to: [MAIL.to],
      subject: MAIL.subject,
      html: MAIL.html,
      text: MAIL.text,
      tags: [{ name: 'mail', value: MAIL.id }],
      configurationSet: CONFIGURATION_SET,
      attachments: [],
    });
    expect(mail?.headers).toEqual(
      expect.arrayContaining([
        { name: 'Reply-To', value: 'help@owconnect.example' },
        { name: 'Auto-Submitted', value: 'auto-generated' },
        { name: 'X-Auto-Response-Suppress', value: 'All' },
      ]),
    );
  });

  it('without a reply-to, answers go to the sender', async () => {
    await mailer().send(MAIL);

    expect(ses.listMails()[0]?.headers.map(({ name }) => name)).not.toContain('Reply-To');
  });

  it('an attachment arrives byte for byte, with its name and type', async () => {
    const bytes = Uint8Array.from({ length: 1024 }, (_, index) => index % 256);
    await mailer().send({
      ...MAIL,
      attachments: [{ name: 'INV-2026-000123.pdf', contentType: 'application/pdf', bytes }],
    });

    const [mail] = ses.listMails();
    expect(mail?.attachments).toEqual([{ name: 'INV-2026-000123.pdf', type: 'application/pdf', size: 1024 }]);
    expect(Buffer.from((await ses.readAttachment(mail?.id ?? '', 0)) ?? [])).toEqual(Buffer.from(bytes));
  });

  it.each([
    ['TooManyRequestsException', 'account'],
    ['LimitExceededException', 'account'],
    ['SendingPausedException', 'account'],
    ['AccountSuspendedException', 'account'],
    ['MailFromDomainNotVerifiedException', 'account'],
    ['NotFoundException', 'account'],
    ['AccessDeniedException', 'account'],
    ['MessageRejected', 'mail'],
    ['BadRequestException', 'mail'],
    ['InternalServiceErrorException', 'lost'],
    ['ServiceUnavailable', 'lost'],
    ['drop', 'lost'],
    ['cut-after', 'lost'],
    ['drop-after', 'lost'],
  ] satisfies [SesFault, MailFault['kind']][])(
    'the fault %s of SES means %s, and the mail is sent only once',
    async (fault, kind) => {
      ses.plantFault(fault);

      expect((await faultOf(mailer().send(MAIL))).kind).toBe(kind);
      expect(ses.listCalls()).toEqual(['SendEmail']);
    },
  );

  it('an answer that does not come ends in time, and counts as lost', async () => {
    timeLeft = 300;
    ses.plantFault('hang-after');
    const fault = await faultOf(mailer().send(MAIL));

    expect(fault.kind).toBe('lost');
    expect(ses.listMails()).toHaveLength(1);
  });

  it('the delay of Amazon SES from Cape Town is no fault', async () => {
    ses.delayCalls(() => sleep(100));

    await mailer().send(MAIL);
    expect(ses.listMails()).toHaveLength(1);
  });

  it('the events of a mail carry its id', async () => {
    await mailer().send(MAIL);
    await ses.close();

    expect(JSON.stringify(events[0])).toContain(MAIL.id);
    await restart();
  });

  it('a sender that is not verified concerns the account', async () => {
    const fault = await faultOf(mailer({ from: 'mail@elsewhere.example' }).send(MAIL));

    expect(fault.kind).toBe('account');
    expect(fault.message).not.toContain('elsewhere');
  });
});

describe('the account at Amazon SES', () => {
  it('the account tells whether it may send, to whom, and how much', async () => {
    await mailer().send(MAIL);
    ses.setAccount({
      productionAccessEnabled: false,
      sendingEnabled: false,
      max24HourSend: 200,
      maxSendRate: 1,
    });

    expect(await makeSesAccount(patience).read()).toEqual({
      isInProduction: false,
      isSending: false,
      sentIn24Hours: 1,
      quota: 200,
      ratePerSecond: 1,
    });
  });

  it('a quota of -1 is unlimited', async () => {
    ses.setAccount({ max24HourSend: -1 });

    expect((await makeSesAccount(patience).read()).quota).toBe(Number.POSITIVE_INFINITY);
  });

  it('an account that cannot be read is reported in our own words', async () => {
    ses.plantFault('AccessDeniedException', { operation: 'GetAccount' });

    expect((await faultOf(makeSesAccount(patience).read())).message).toBe(
      'Amazon SES does not allow the portal this call.',
    );
  });
});
