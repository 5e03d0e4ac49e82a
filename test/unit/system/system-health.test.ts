import { describe, expect, it } from 'vitest';
import { checkHealth } from '#functions/domain/system/system-health.ts';
import type { HealthCheck } from '#functions/ports/database/system/health-store.ts';
import type { MailAccountState } from '#functions/ports/mailer.ts';
import { ofEachKind } from '#shared/job-kinds.ts';

const NOW = new Date('2026-11-20T08:00:00Z');

/** Opens a database that keeps the results of the checks, at first a helpdesk that is down. */
const openHealth = () => {
  const stored: { rows: HealthCheck[] } = {
    rows: [{ name: 'helpdesk', state: 'Down', checkedAt: NOW }],
  };
  const health = {
    ping: async () => {},
    saveAll: async (checks: readonly HealthCheck[]) => {
      stored.rows = [...checks];
    },
  };

  return { stored, database: { health } };
};

const answer = async () => {};
const away = () => Promise.reject(new Error('Nobody is there'));

const run = async (
  helpdesk: { check(): Promise<void> } | undefined,
  clock = () => NOW,
  invoiceFiles: { check?(): Promise<void> } = { check: answer },
  mailAccount?: { read(): Promise<MailAccountState> },
) => {
  const { stored, database } = openHealth();
  const queueChecks = ofEachKind(() => ({ send: answer, check: answer }));
  const figures = {};
  const ran = checkHealth({ database, invoiceFiles, queueChecks, helpdesk, mailAccount }, clock, (more) =>
    Object.assign(figures, more),
  );
  const failure = await ran.catch((error: Error) => error.message);

  return {
    failure,
    states: Object.fromEntries(stored.rows.map(({ name, state }) => [name, state])),
    figures,
  };
};

const checkMail = async (changes: Partial<MailAccountState>) => {
  const state = {
    isInProduction: true,
    isSending: true,
    sentIn24Hours: 40_600,
    quota: 50_000,
    ratePerSecond: 14,
  };
  const { failure, states, figures } = await run(undefined, undefined, undefined, {
    read: async () => ({ ...state, ...changes }),
  });

  return { failure, mail: states.mail, figures };
};

const REST = { database: 'Good', 'cloud drive': 'Good', queue: 'Good' };

describe('the health check', () => {
  it('the health check also checks the helpdesk', async () => {
    expect(await run({ check: answer })).toMatchObject({
      failure: undefined,
      states: { ...REST, helpdesk: 'Good' },
    });
  });

  it('the health check fails if the cloud drive does not answer', async () => {
    expect(await run(undefined, undefined, { check: away })).toMatchObject({
      failure: 'Down: cloud drive',
      states: { 'cloud drive': 'Down' },
    });
  });

  it('the health check records a helpdesk that does not answer, but leaves failing to the copy of its tickets', async () => {
    expect(await run({ check: away })).toMatchObject({
      failure: undefined,
      states: { ...REST, helpdesk: 'Down' },
    });
  });

  it('the health check skips the cloud drive if none is configured', async () => {
    expect((await run(undefined, undefined, {})).states).toEqual({ database: 'Good', queue: 'Good' });
  });

  it('the health check removes the result of a helpdesk that is no longer configured', async () => {
    expect(await run(undefined)).toEqual({ failure: undefined, states: REST, figures: {} });
  });

  it('the health check calls a helpdesk degraded that answers after more than three seconds', async () => {
    let present = NOW.getTime();
    const check = async () => {
      present += 3_001;
    };

    expect(await run({ check }, () => new Date(present))).toMatchObject({ states: { helpdesk: 'Degraded' } });
  });

  it('the health check reads the account of mail, and logs how much of its 24 hours is used', async () => {
    expect(await checkMail({})).toEqual({
      failure: undefined,
      mail: 'Good',
      figures: { mailQuotaPercent: 81 },
    });
  });

  it.each([
    ['paused', { isSending: false }, 81],
    ['used up', { sentIn24Hours: 50_000 }, 100],
    ['without any quota', { sentIn24Hours: 0, quota: 0 }, 100],
  ])('the health check fails if mail is %s', async (_what, changes, mailQuotaPercent) => {
    expect(await checkMail(changes)).toEqual({
      failure: 'Down: mail',
      mail: 'Down',
      figures: { mailQuotaPercent },
    });
  });

  it('the health check calls mail degraded that only goes to addresses of our own', async () => {
    expect(await checkMail({ isInProduction: false })).toMatchObject({
      failure: undefined,
      mail: 'Degraded',
    });
  });

  it('an unlimited quota is never used up', async () => {
    expect(await checkMail({ quota: Number.POSITIVE_INFINITY })).toMatchObject({
      mail: 'Good',
      figures: { mailQuotaPercent: 0 },
    });
  });
});
