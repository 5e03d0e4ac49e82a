import { describe, expect, it } from 'vitest';
import {
  runHelpdeskContactJob,
  sendContactDeletion,
  sendContactUpdate,
} from '#functions/domain/tickets/helpdesk-contacts.ts';
import type { HealthCheck } from '#functions/ports/database/health-store.ts';
import type { ContactAccount } from '#functions/ports/database/helpdesk-contact-store.ts';
import { type HelpdeskClient, HelpdeskError } from '#functions/ports/helpdesk.ts';
import { makeFakeJobStore, makeJob } from '#test/support/fake-job-store.ts';

const NOW = new Date('2026-11-20T08:00:00Z');
const USER_ID = 7;

const ACCOUNT: ContactAccount = {
  contactId: 900,
  name: 'Naledi',
  surname: 'Mokoena',
  email: 'naledi@example.com',
  isEmailVerified: true,
};

const outage = (isOutage: boolean) =>
  new HelpdeskError('unavailable', 'The helpdesk does not answer just now.', {
    outcome: 'uncertain',
    isOutage,
    cause: new Error('hang'),
  });

/** A contact's job on an account, or on none, and a helpdesk that notes what it is asked, or fails. */
const open = ({
  account = undefined as ContactAccount | undefined,
  isHelpdeskDown = false,
  isBeingSent = false,
  isQueuedAnew = false,
  hasHelpdesk = true,
  error = undefined as Error | undefined,
} = {}) => {
  const job = makeJob({ kind: 'helpdesk-contact', key: String(USER_ID), payload: { userId: USER_ID } });
  const asked: unknown[] = [];
  const noted: HealthCheck[] = [];
  const done: number[] = [];
  const ask = async (...call: unknown[]) => {
    asked.push(call);
    if (error) throw error;
  };
  const database = {
    jobs: makeFakeJobStore(job),
    helpdeskContacts: {
      read: async () => ({ account, isHelpdeskDown }),
      clearMessages: async () => !isBeingSent,
      complete: async ({ jobId }: { jobId: number }) => {
        if (isQueuedAnew) return false;
        done.push(jobId);

        return true;
      },
    },
    health: {
      save: async (checks: readonly HealthCheck[]) => {
        noted.push(...checks);
      },
    },
  };
  const helpdesk = {
    updateContact: (contactId: number, client: HelpdeskClient) => ask('update', contactId, client),
    deleteContact: (userId: number) => ask('delete', userId),
  };
  const run = () =>
    runHelpdeskContactJob(
      { database, helpdesk: hasHelpdesk ? helpdesk : undefined },
      String(USER_ID),
      () => NOW,
    );

  return { job, asked, noted, done, run };
};

describe('the job of a contact', () => {
  it('brings name and address to the contact of an account', async () => {
    const { asked, done, run } = open({ account: ACCOUNT });
    await run();

    const client = { userId: 7, name: 'Naledi Mokoena', email: 'naledi@example.com', isEmailVerified: true };
    expect(asked).toEqual([['update', 900, client]]);
    expect(done).toEqual([1]);
  });

  it('has nothing to do for an account without a contact', async () => {
    const { asked, done, run } = open({ account: { ...ACCOUNT, contactId: null } });
    await run();

    expect([asked, done]).toEqual([[], [1]]);
  });

  it('deletes the contact of an account that is gone', async () => {
    const { asked, done, run } = open();
    await run();

    expect([asked, done]).toEqual([[['delete', USER_ID]], [1]]);
  });

  it.each([
    ['a message is being sent', { isBeingSent: true }, 'A message of this client is being sent just now.'],
    [
      'the helpdesk counts as down',
      { isHelpdeskDown: true },
      'The helpdesk does not answer just now. Please try again.',
    ],
    ['there is no helpdesk', { hasHelpdesk: false }, 'This portal has no helpdesk at the moment.'],
  ])('asks nothing and is tried again while %s', async (_, state, sentence) => {
    const { job, asked, noted, done, run } = open(state);
    await expect(run()).rejects.toThrow(sentence);

    expect([asked, noted, done]).toEqual([[], [], []]);
    expect(job).toMatchObject({ state: 'queued', error: sentence });
  });

  it.each([
    ['an outage, which is noted', true, ['helpdesk']],
    ['a helpdesk that is busy', false, []],
  ])('is tried again after %s', async (_, isOutage, names) => {
    const { job, noted, done, run } = open({ error: outage(isOutage) });
    await expect(run()).rejects.toThrow('does not answer');

    expect(noted.map(({ name }) => name)).toEqual(names);
    expect(job).toMatchObject({ state: 'queued', notBefore: new Date(NOW.getTime() + 60_000) });
    expect(done).toEqual([]);
  });

  it('is parked with a sentence if the helpdesk refuses', async () => {
    const refusal = new HelpdeskError('unprocessable', 'The helpdesk did not accept this.', {
      outcome: 'refused',
      cause: new Error('name invalid_value'),
    });
    const { job, run } = open({ account: ACCOUNT, error: refusal });
    await expect(run()).rejects.toThrow('did not accept');

    expect(job).toMatchObject({ state: 'failed', error: 'The helpdesk did not accept this.' });
  });

  it('ends without a word if it was queued anew meanwhile', async () => {
    const { job, run } = open({ account: ACCOUNT, isQueuedAnew: true });
    await run();

    expect(job.error).toBeNull();
  });
});

describe('after the commit', () => {
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
  ])('a deletion is sent if there is a helpdesk: %s', async (isOn, expected) => {
    const { sent, helpdeskContactQueue } = openQueue(true);
    await sendContactDeletion({ supportSettings: { isOn }, helpdeskContactQueue }, USER_ID);

    expect(sent).toEqual(expected);
  });

  it.each([
    ['is sent', true, 'https://desk.example/900', ['7']],
    ['that queued nothing is not sent', false, 'https://desk.example/900', []],
    ['of a client without a contact is not sent', true, null, []],
  ])('an edit %s', async (_, isUnsent, contactUrl, expected) => {
    const { sent, ...ports } = openQueue(isUnsent);
    const support = { openTickets: 0, contactUrl };
    await sendContactUpdate(ports, { User_Id: USER_ID, support }, NOW);

    expect(sent).toEqual(expected);
  });
});
