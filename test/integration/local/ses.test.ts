import { GetAccountCommand, type SendEmailCommandInput } from '@aws-sdk/client-sesv2';
import { describe, expect, it, vi } from 'vitest';
import { SES_FAULTS, type SesFault } from '#local/ses/faults.ts';
import { parseSendEmail } from '#local/ses/send-email-input.ts';
import {
  CONFIGURATION_SET,
  client,
  events,
  file,
  openLocalSes,
  restart,
  SENDER,
  send,
  sendMail,
  ses,
  simple,
  utf8,
} from '#test/support/stand-ins/local-ses.ts';

openLocalSes();

const to = (...ToAddresses: string[]) => ({ Destination: { ToAddresses } });

describe('a mail that SES takes', () => {
  it('a mail that SES takes is kept with its parts, headers, tags and files', async () => {
    const { MessageId } = await send({
      ReplyToAddresses: ['support@owconnect.example'],
      Content: file(),
    });

    expect(ses.listMails()).toMatchObject([
      {
        id: MessageId,
        at: '2026-11-20T10:00:00.000Z',
        from: SENDER,
        to: ['naledi@example.com'],
        subject: 'Reset your password',
        html: '<p>Hello</p>',
        text: 'Hello',
        attachments: [{ name: 'INV-1.pdf', type: 'application/pdf', size: 4 }],
        tags: [{ name: 'mail', value: '7f0c5b9e-1111-4222-8333-944455556666' }],
      },
    ]);
    expect(ses.listMails()[0]?.headers).toContainEqual({
      name: 'Reply-To',
      value: 'support@owconnect.example',
    });
    expect([...ses.readAttachment(MessageId ?? '', 0)]).toEqual([37, 80, 200, 255]);
  });

  it('a mail that SES takes survives a restart, with its files and what happened to it', async () => {
    const id = await sendMail({ Content: file() });
    await restart();

    expect(ses.listMails()).toMatchObject([{ id, events: [{ type: 'send' }, { type: 'delivery' }] }]);
    expect([...ses.readAttachment(id, 0)]).toEqual([37, 80, 200, 255]);
  });
});

describe('a mail that SES refuses', () => {
  const wrong: [string, Partial<SendEmailCommandInput>][] = [
    ['without a recipient', to()],
    ['to two recipients', to('naledi@example.com', 'thabo@example.com')],
    ['to an address without a domain', to('naledi')],
    ['to an address with a line break', to('naledi@example.com\r\nBcc: all@example.com')],
    ['to an address with a comment', to('naledi(work)@example.com')],
    ['to a quoted local part', to('"naledi@work"@example.com')],
    ['to a domain in other letters', to('naledi@exämple.com')],
    ['to a local part in other letters', to('nalèdi@example.com')],
    ['to two dots', to('naledi..m@example.com')],
    ['to two addresses in one', to('naledi@example.com, thabo@example.com')],
    ['from a name in other letters', { FromEmailAddress: 'Café <mail@owconnect.example>' }],
    [
      'from a name that ends the header',
      { FromEmailAddress: 'OW\r\nBcc: a@b.example <mail@owconnect.example>' },
    ],
    ['with a line break in its subject', { Content: simple({ Subject: utf8('Hi\nBcc: a@b.example') }) }],
    ['without a body', { Content: simple({ Body: {} }) }],
    ['without a text', { Content: simple({ Body: { Html: utf8('<p>Hello</p>') } }) }],
    ['without a charset, so that letters would be lost', { Content: simple({ Subject: { Data: 'Réf' } }) }],
    ['without a configuration set', { ConfigurationSetName: undefined }],
    ['with a tag of other characters', { EmailTags: [{ Name: 'mail', Value: 'a b' }] }],
    ['with a tag of 257 characters', { EmailTags: [{ Name: 'mail', Value: 'a'.repeat(257) }] }],
    [
      'with a header of another line',
      { Content: simple({ Headers: [{ Name: 'X-A', Value: 'a\r\nBcc: b' }] }) },
    ],
    ['with a file without an extension', { Content: file({ FileName: 'invoice' }) }],
    ['with a file name of two lines', { Content: file({ FileName: 'a\r\nb.pdf' }) }],
    ['with a file that is no PDF', { Content: file({ ContentType: 'text/html' }) }],
    [
      'with a file that would lose the eighth bit of each byte',
      { Content: file({ ContentTransferEncoding: undefined }) },
    ],
  ];

  it.each(wrong)('%s is answered with BadRequestException and not kept', async (_title, changes) => {
    await expect(send(changes)).rejects.toMatchObject({ name: 'BadRequestException' });
    expect(ses.listMails()).toEqual([]);
  });

  it('a mail above 40 MB is refused', () => {
    const Content = file({ RawContent: 'A'.repeat(40 * 1024 * 1024) });

    expect(() =>
      parseSendEmail({
        FromEmailAddress: SENDER,
        ...to('naledi@example.com'),
        Content,
        ConfigurationSetName: CONFIGURATION_SET,
      }),
    ).toThrow('Message length is more than 41943040 bytes');
  });

  it('a mail that names a missing configuration set is refused', async () => {
    await expect(send({ ConfigurationSetName: 'other' })).rejects.toMatchObject({
      name: 'NotFoundException',
      message: 'Configuration set <other> does not exist.',
    });
  });

  it('a mail from an unverified domain, or to one while the account is in the sandbox, is refused', async () => {
    await expect(send({ FromEmailAddress: 'mail@other.example' })).rejects.toMatchObject({
      name: 'MessageRejected',
      message: expect.stringContaining('AF-SOUTH-1: mail@other.example'),
    });

    ses.setAccount({ productionAccessEnabled: false });
    await expect(send()).rejects.toMatchObject({ name: 'MessageRejected' });
    await send(to('somebody@owconnect.example'));
  });

  it('a mail is refused while the account is paused or suspended', async () => {
    ses.setAccount({ sendingEnabled: false });
    await expect(send()).rejects.toMatchObject({ name: 'SendingPausedException' });

    ses.setAccount({ enforcementStatus: 'SHUTDOWN' });
    await expect(send()).rejects.toMatchObject({ name: 'AccountSuspendedException' });
  });

  it('a mail above the quota of a day is refused, unless that is unlimited', async () => {
    ses.setAccount({ max24HourSend: 1 });
    await send();
    await expect(send()).rejects.toMatchObject({
      name: 'TooManyRequestsException',
      message: 'Daily message quota exceeded.',
    });

    ses.setAccount({ max24HourSend: -1 });
    await send();
  });

  it('a call that is not signed, or that SES does not know, is refused', async () => {
    const path = '/v2/email/outbound-emails';
    const post = (headers: Record<string, string>, address = path) =>
      fetch(`${ses.url}${address}`, { method: 'POST', headers, body: '{' });
    const signed = { authorization: 'AWS4-HMAC-SHA256 Credential=local' };

    expect((await post({})).status).toBe(403);
    expect((await post(signed)).headers.get('x-amzn-errortype')).toBe('SerializationException');
    expect((await post(signed, '/v2/email/templates')).status).toBe(404);
  });
});

describe('GetAccount', () => {
  it('GetAccount describes the account with what it sent in 24 hours', async () => {
    await send();
    ses.setAccount({ productionAccessEnabled: false, enforcementStatus: 'PROBATION' });

    expect(await client.send(new GetAccountCommand({}))).toMatchObject({
      ProductionAccessEnabled: false,
      SendingEnabled: true,
      EnforcementStatus: 'PROBATION',
      SendQuota: { Max24HourSend: 50_000, MaxSendRate: 14, SentLast24Hours: 1 },
    });
  });
});

describe('a planted fault', () => {
  const errors = SES_FAULTS.filter((fault) => fault.endsWith('Exception') || fault === 'MessageRejected');

  it.each(errors)('%s is answered once under this name, and takes no mail', async (fault) => {
    ses.plantFault(fault, { times: 1 });

    await expect(send()).rejects.toMatchObject({ name: fault });
    expect(ses.listMails()).toEqual([]);
    await send();
  });

  it('a planted fault has the status that AWS documents', async () => {
    const statuses: [SesFault, number][] = [
      ['TooManyRequestsException', 429],
      ['NotFoundException', 404],
      ['InternalServiceErrorException', 500],
      ['ServiceUnavailable', 503],
    ];
    for (const [fault, httpStatusCode] of statuses) {
      ses.plantFault(fault, { times: 1 });
      await expect(send()).rejects.toMatchObject({ $metadata: { httpStatusCode } });
    }
  });

  it('a planted fault for one address leaves other mails alone, and stays until it is removed', async () => {
    const remove = ses.plantFault('MessageRejected', { to: 'Thabo@example.com' });

    await send();
    await expect(send(to('thabo@example.com'))).rejects.toMatchObject({ name: 'MessageRejected' });
    await expect(send(to('thabo@EXAMPLE.com'))).rejects.toMatchObject({ name: 'MessageRejected' });
    remove();
    await send(to('thabo@example.com'));
  });

  it('a planted fault of GetAccount leaves mails alone', async () => {
    ses.plantFault('AccessDeniedException', { operation: 'GetAccount' });

    await send();
    await expect(client.send(new GetAccountCommand({}))).rejects.toMatchObject({
      name: 'AccessDeniedException',
    });
  });

  it.each(['drop-after', 'cut-after'] as const)('%s takes the mail and loses the answer', async (fault) => {
    ses.plantFault(fault, { times: 1 });

    await expect(send()).rejects.toThrow();
    expect(ses.listMails()).toHaveLength(1);
    expect(events.map(({ eventType }) => eventType)).toEqual(['Send', 'Delivery']);
  });

  it.each([
    ['hang', 0],
    ['hang-after', 1],
  ] as const)('%s sends no answer and takes %i mails', async (fault, count) => {
    ses.plantFault(fault, { times: 1 });
    const caller = new AbortController();
    const sending = send({}, caller.signal);
    await vi.waitFor(() => expect([ses.listCalls().length, ses.listMails().length]).toEqual([1, count]));
    caller.abort();

    await expect(sending).rejects.toThrow();
    expect(ses.listMails()).toHaveLength(count);
  });
});
