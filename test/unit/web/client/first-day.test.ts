import { expect, it } from 'vitest';
import { findRequest } from '#web/screens/client/find-request.ts';
import { requestOffer } from '#web/screens/client/offer-request.ts';

const subject = requestOffer(2)?.subject ?? '';
const ofOther = requestOffer(1)?.subject ?? '';

it.each([
  ['is open', { subject, status: 2 }, true],
  ['waits for the client', { subject, status: 3 }, true],
  ['is closed', { subject, status: 5 }, false],
  ['asks for another offer', { subject: ofOther, status: 2 }, false],
  ['is about something else', { subject: 'My line is slow', status: 2 }, false],
])('a ticket that %s counts as asked for the offer: it does = %3$s', (_, ticket, isAsked) => {
  expect(findRequest([ticket], 2)).toEqual(isAsked ? ticket : undefined);
});
