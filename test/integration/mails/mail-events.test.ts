import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailBlocks } from '#functions/database/schema/mails-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { EventType } from '#local/ses/event-types.ts';
import {
  addVerified,
  endUncertainWait,
  listTaken,
  orderMail,
  readMail,
  readMailJob,
  runMailJob,
  tellEvent,
} from '#test/support/mails/mail-jobs.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

let portal: TestPortal;

beforeAll(async () => {
  portal = await startTestPortal({ logError: () => {} });
  portal.ses.setAfterSending([]);
});
afterAll(() => portal.stop());

const sendNotice = async (fault?: 'drop-after') => {
  const account = await addVerified(portal);
  const { userId, email: recipient } = account;
  const mailId = await orderMail(portal, { kind: 'password-changed', userId, recipient });
  if (fault) {
    portal.ses.plantFault(fault, { times: 1 });
  }
  await runMailJob(portal, mailId);
  const [taken] = listTaken(portal, mailId);
  if (!taken) {
    throw new Error('SES did not take the mail');
  }

  return { ...account, mailId, tell: (type: EventType) => tellEvent(portal, taken, type) };
};

const stateOf = async (mailId: string) => (await readMail(portal, mailId))?.state;
const blocksOf = (userId: number) =>
  portal.connection
    .select({ address: mailBlocks.address, reason: mailBlocks.reason })
    .from(mailBlocks)
    .where(eq(mailBlocks.user_id, userId));

it('an event of a mail whose answer was lost settles it, and it is not sent again', async () => {
  const { mailId, tell } = await sendNotice('drop-after');
  expect(await stateOf(mailId)).toBe('uncertain');
  await tell('send');

  expect(await stateOf(mailId)).toBe('sent');
  expect((await readMailJob(portal, mailId))?.state).toBe('completed');
  await endUncertainWait(portal, mailId);
  await runMailJob(portal, mailId);
  expect(listTaken(portal, mailId)).toHaveLength(1);
});

it.each<[string, EventType[]]>([
  ['delivered', ['send', 'delivery']],
  ['delivered', ['delivery', 'send']],
  ['delivered', ['delivery', 'delay']],
  ['bounced', ['bounce', 'delivery', 'send']],
  ['complained', ['send', 'delivery', 'complaint', 'delivery']],
  ['rejected', ['reject', 'send']],
  ['bounced', ['send', 'transient-bounce']],
])('a mail ends as %s after its events %j, which may come in any order', async (state, types) => {
  const { mailId, tell } = await sendNotice();
  for (const type of types) {
    await tell(type);
    await tell(type);
  }

  expect(await stateOf(mailId)).toBe(state);
});

describe('mail to an address that refuses it', () => {
  it.each([
    ['bounce', { state: 'skipped', reason: 'blocked' }],
    ['complaint', { state: 'sent', reason: null }],
  ] as const)('an address is blocked after a permanent %s, and the next notice is %j', async (type, next) => {
    const { userId, email, tell } = await sendNotice();
    await tell(type);

    expect(await blocksOf(userId)).toEqual([{ address: email, reason: type }]);
    const mailId = await orderMail(portal, { kind: 'password-changed', userId, recipient: email });
    await runMailJob(portal, mailId);
    expect(await readMail(portal, mailId)).toMatchObject(next);
  });

  it.each([
    [['complaint', 'bounce'], 'bounce'],
    [['bounce', 'complaint'], 'bounce'],
  ] as const)('a bounce outranks a complaint in whichever order they come: %j', async (types, reason) => {
    const { userId, email, tell } = await sendNotice();
    for (const type of types) {
      await tell(type);
    }

    expect(await blocksOf(userId)).toEqual([{ address: email, reason }]);
  });

  it('neither a full mailbox nor a former address of the account stops mail', async () => {
    const full = await sendNotice();
    await full.tell('transient-bounce');
    expect(await blocksOf(full.userId)).toEqual([]);

    const earlier = await sendNotice();
    await portal.connection
      .update(users)
      .set({ User_Email: `new-${earlier.email}` })
      .where(eq(users.User_Id, earlier.userId));
    await earlier.tell('bounce');
    expect(await blocksOf(earlier.userId)).toEqual([]);
    expect(await stateOf(earlier.mailId)).toBe('bounced');
  });
});

it('a bounce whose kind SES cannot tell stops no mail', async () => {
  const { userId, email, mailId } = await sendNotice();
  const event = {
    eventType: 'Bounce',
    mail: { timestamp: new Date().toISOString(), tags: { mail: [mailId] } },
    bounce: { bounceType: 'Undetermined', bouncedRecipients: [{ emailAddress: email }] },
  };
  await portal.runTask('mail-events', { Records: [{ body: JSON.stringify(event) }] });

  expect(await stateOf(mailId)).toBe('bounced');
  expect(await blocksOf(userId)).toEqual([]);
});

it('an event of an unknown type, or without our tag, changes nothing and is no failure', async () => {
  const { mailId } = await sendNotice();
  const run = (event: object) =>
    portal.runTask('mail-events', { Records: [{ body: JSON.stringify(event) }] });
  const mail = { timestamp: new Date().toISOString(), tags: { mail: [mailId] } };
  await run({ eventType: 'Teleported', mail });
  await run({ eventType: 'Delivery', mail: { ...mail, tags: {} } });

  expect(await stateOf(mailId)).toBe('sent');
});

it('the test message of SES at a deployment is taken, and does not end as a dead letter', async () => {
  const body = 'Successfully validated SNS topic for Amazon SES event publishing.';

  await expect(portal.runTask('mail-events', { Records: [{ body }] })).resolves.toBeUndefined();
});
