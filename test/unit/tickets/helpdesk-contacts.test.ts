import { describe, expect, it } from 'vitest';
import {
  runHelpdeskContactJob,
  sendContactDeletion,
  sendContactUpdate,
} from '#functions/domain/tickets/helpdesk-contacts.ts';
import type { Release } from '#functions/ports/database/jobs/job-store.ts';
import type { HealthCheck } from '#functions/ports/database/system/health-store.ts';
import type { ContactAccount } from '#functions/ports/database/tickets/helpdesk-contact-store.ts';
import { type ContactDetails, HelpdeskError } from '#functions/ports/helpdesk.ts';

const NOW = new Date('2026-11-20T08:00:00Z');
const USER_ID = 7;
const CONTACT_KEY = 'a random key';

const ACCOUNT: ContactAccount = {
  contactId: 900,
  name: 'Naledi',
  surname: 'Mokoena',
  email: 'naledi@example.com',
  isEmailVerified: true,
  fingerprint: 'of the account',
};

const outage = (isOutage: boolean) =>
  new HelpdeskError('unavailable', 'The helpdesk does not answer just now.', {
    outcome: 'uncertain',
    isOutage,
    cause: new Error('hang'),
  });

const answer = async () => {};

const ANSWERS = {
  account: undefined as ContactAccount | undefined,
  isHelpdeskDown: false,
  areMessagesCleared: true,
  isCompleted: true,
  hasHelpdesk: true,
  ask: answer as () => Promise<void>,
};

/** Prepares a contact's job on a database and a helpdesk that answer as given and record their calls. */
const open = (change: Partial<typeof ANSWERS> = {}) => {
  const answers = { ...ANSWERS, ...change };
  const asked: unknown[] = [];
  const noted: HealthCheck[] = [];
  const done: number[] = [];
  const released: Release[] = [];
  const ask = (...call: unknown[]) => {
    asked.push(call);

    return answers.ask();
  };
  const database = {
    jobs: {
      claim: async () => ({
        jobId: 1,
        leaseToken: 'a lease',
        attempts: 1,
        crashes: 1,
        firstTriedAt: NOW,
        payload: { userId: USER_ID, contactKey: CONTACT_KEY },
        progress: null,
        lane: null,
      }),
      release: async (_: unknown, release: Release) => {
        released.push(release);

        return true;
      },
    },
    helpdeskContacts: {
      read: async () => ({
        account: answers.account,
        isHelpdeskDown: answers.isHelpdeskDown,
        isHelpdeskSuspect: true,
      }),
      clearMessages: async () => answers.areMessagesCleared,
      complete: async ({ jobId }: { jobId: number }) => {
        done.push(jobId);

        return answers.isCompleted;
      },
    },
    health: { save: async (checks: readonly HealthCheck[]) => void noted.push(...checks) },
    throttle: { take: async () => undefined, giveBack: async () => {} },
  };
  const helpdesk = {
    updateContact: (contactId: number, details: ContactDetails) => ask('update', contactId, details),
    deleteContact: (contactKey: string) => ask('delete', contactKey),
    check: () => answers.ask(),
  };
  const run = () =>
    runHelpdeskContactJob(
      {
        database,
        helpdesk: answers.hasHelpdesk ? helpdesk : undefined,
      },
      String(USER_ID),
      () => NOW,
    );

  return { asked, noted, done, released, run };
};

describe('jobs that update or delete a contact', () => {
  it("the contact job updates the name and email address of an account's contact", async () => {
    const { asked, done, run } = open({ account: ACCOUNT });
    await run();

    const details = { name: 'Naledi Mokoena', email: 'naledi@example.com', isEmailVerified: true };
    expect(asked).toEqual([['update', 900, details]]);
    expect(done).toEqual([1]);
  });

  it('the contact job does nothing for an account without a contact', async () => {
    const { asked, done, run } = open({ account: { ...ACCOUNT, contactId: null } });
    await run();

    expect([asked, done]).toEqual([[], [1]]);
  });

  it('the contact job deletes the contact of a deleted account', async () => {
    const { asked, done, run } = open();
    await run();

    expect([asked, done]).toEqual([[['delete', CONTACT_KEY]], [1]]);
  });

  it.each([
    [
      'a message is being sent',
      { areMessagesCleared: false },
      'A message of this client is being sent just now.',
    ],
    [
      'the helpdesk counts as down',
      { isHelpdeskDown: true },
      'The helpdesk does not answer just now. Please try again.',
    ],
    ['there is no helpdesk', { hasHelpdesk: false }, 'This portal has no helpdesk at the moment.'],
  ])('the contact job calls no helpdesk and is tried again while %s', async (_, state, sentence) => {
    const { released, asked, noted, done, run } = open(state);
    await expect(run()).rejects.toThrow(sentence);

    expect([asked, noted, done]).toEqual([[], [], []]);
    expect(released).toMatchObject([{ state: 'queued', error: sentence }]);
  });

  it.each([
    ['an outage, which is recorded', true, ['helpdesk']],
    ['a busy helpdesk', false, []],
  ])('the contact job is tried again after %s', async (_, isOutage, names) => {
    const { released, noted, done, run } = open({ ask: () => Promise.reject(outage(isOutage)) });
    await expect(run()).rejects.toThrow('does not answer');

    expect(noted.map(({ name }) => name)).toEqual(names);
    expect(released).toMatchObject([{ state: 'queued', notBefore: new Date(NOW.getTime() + 60_000) }]);
    expect(done).toEqual([]);
  });

  it('the contact job is parked with a sentence if the helpdesk refuses the update', async () => {
    const refusal = new HelpdeskError('unprocessable', 'The helpdesk did not accept this.', {
      outcome: 'refused',
      cause: new Error('name invalid_value'),
    });
    const { released, run } = open({ account: ACCOUNT, ask: () => Promise.reject(refusal) });
    await expect(run()).rejects.toThrow('did not accept');

    expect(released).toMatchObject([{ state: 'failed', error: 'The helpdesk did not accept this.' }]);
  });

  it('the contact job ends without an error if it was queued again meanwhile', async () => {
    const { released, run } = open({ account: ACCOUNT, isCompleted: false });
    await run();

    expect(released).toEqual([]);
  });
});

describe('sending contact jobs after the commit', () => {
  const openQueue = (isUnsent: boolean) => {
    const sent: string[] = [];
    const helpdeskContactQueue = {
      send: async (key: string) => {
        sent.push(key);
      },
    };

    return {
      sent,
      helpdeskContactQueue,
      database: { helpdeskContacts: { takeUnsent: async () => isUnsent } },
    };
  };

  it.each([
    [true, ['7']],
    [false, []],
  ])('the job of a deletion is sent only if the portal has a helpdesk: %s', async (isOn, expected) => {
    const { sent, helpdeskContactQueue } = openQueue(true);
    await sendContactDeletion({ supportSettings: { isOn }, helpdeskContactQueue }, USER_ID);

    expect(sent).toEqual(expected);
  });

  it.each([
    ['the job of an edit is sent', true, 'https://desk.example/900', ['7']],
    ['the job of an edit that queued nothing is not sent', false, 'https://desk.example/900', []],
    ['the job of an edit of a client without a contact is not sent', true, null, []],
  ])('%s', async (_, isUnsent, contactUrl, expected) => {
    const { sent, ...ports } = openQueue(isUnsent);
    const support = { openTickets: 0, contactUrl };
    await sendContactUpdate(ports, { User_Id: USER_ID, support }, NOW);

    expect(sent).toEqual(expected);
  });
});
