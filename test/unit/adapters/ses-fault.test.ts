import { describe, expect, it } from 'vitest';
import { readSesFault } from '#functions/adapters/aws/ses-fault.ts';
import { describeError } from '#functions/runtime/describe-error.ts';

const PLANTED = 'thandi.nkosi@example.com';

const answered = (name: string, httpStatusCode: number, message = `It names ${PLANTED}.`) =>
  Object.assign(new Error(message), { name, $metadata: { httpStatusCode } });

const kindOf = (name: string, status = 400, message?: string) =>
  readSesFault(answered(name, status, message)).kind;

describe('a fault of Amazon SES', () => {
  it.each([
    ['AccessDeniedException', 403],
    ['AccountSuspendedException', 400],
    ['ExpiredTokenException', 403],
    ['LimitExceededException', 400],
    ['MailFromDomainNotVerifiedException', 400],
    ['NotFoundException', 404],
    ['SendingPausedException', 400],
    ['ThrottlingException', 400],
    ['TooManyRequestsException', 429],
    ['UnrecognizedClientException', 403],
  ])('%s concerns all mails, so no mail is given up for it', (name, status) => {
    expect(kindOf(name, status)).toBe('account');
  });

  it.each(['BadRequestException', 'MessageRejected'])('%s concerns this one mail', (name) => {
    expect(kindOf(name)).toBe('mail');
  });

  it('a sender that is not verified concerns all mails, although SES gives it the name of a bad content', () => {
    const text = `Email address is not verified. The following identities failed the check in region AF-SOUTH-1: ${PLANTED}`;

    expect(kindOf('MessageRejected', 400, text)).toBe('account');
  });

  it.each(['TeapotException', 'toString'])(
    'a refusal that is not on the list, such as %s, never counts as lost or as a fault of one mail',
    (name) => {
      expect(kindOf(name)).toBe('account');
    },
  );

  it.each([
    ['an error of SES itself', answered('InternalServiceErrorException', 500)],
    ['an outage', answered('ServiceUnavailable', 503)],
    ['an answer that cannot be read', answered('SyntaxError', 200)],
    ['no answer', Object.assign(new Error('socket hang up'), { name: 'TimeoutError' })],
    ['no error at all', 'nothing'],
  ])('after %s SES may have taken the mail: it counts as lost', (_which, error) => {
    expect(readSesFault(error).kind).toBe('lost');
  });

  it('nothing of the text of SES reaches a log, a row or a screen', () => {
    const faults = [
      answered('MessageRejected', 400),
      answered('MessageRejected', 400, `Email address is not verified: ${PLANTED}`),
      answered('TeapotException', 400),
      answered('InternalServiceErrorException', 500),
      Object.assign(new Error(`connect ECONNREFUSED ${PLANTED}`), { name: PLANTED }),
    ].map(readSesFault);

    expect(faults.map((fault) => describeError(fault).join(' ')).join(' ')).not.toContain(PLANTED);
    expect(JSON.stringify(faults.map((fault) => ({ ...fault, cause: fault.cause })))).not.toContain(PLANTED);
  });
});
