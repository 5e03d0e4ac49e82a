import {
  HELPDESK,
  type HealthCheck,
  type HealthStore,
  MAIL,
} from '#functions/ports/database/system/health-store.ts';
import type { HealthRow } from '#functions/ports/database/users/user-list-store.ts';
import type { Helpdesk } from '#functions/ports/helpdesk.ts';
import type { InvoiceFiles } from '#functions/ports/invoice-files.ts';
import type { QueueChecks } from '#functions/ports/job-queue.ts';
import type { MailAccount } from '#functions/ports/mailer.ts';
import type { HealthState } from '#shared/contract/users.ts';
import { percentOfQuota, stateOfMail } from './mail-health.ts';

/** Time limit of a good answer; users have to wait for one that takes longer. */
export const SLOW_AFTER_MS = 3_000;

/** Time of three runs of the task; an older result no longer says anything (D9). */
const STALE_AFTER_MS = 15 * 60_000;

interface HealthPorts {
  database: { health: Pick<HealthStore, 'ping' | 'saveAll'> };
  invoiceFiles: Pick<InvoiceFiles, 'check'>;
  queueChecks: QueueChecks;
  helpdesk: Pick<Helpdesk, 'check'> | undefined;
  mailAccount: MailAccount | undefined;
}

/** Adds figures to the task's log line. */
type LogFigures = (figures: Record<string, number>) => void;

const checkMail = async (mailAccount: MailAccount, logFigures: LogFigures): Promise<HealthState> => {
  const account = await mailAccount.read();
  logFigures({ mailQuotaPercent: percentOfQuota(account) });
  const state = stateOfMail(account);
  if (state === 'Down') {
    throw new Error(account.isSending ? 'The quota of mails is used up' : 'Sending of mails is paused');
  }

  return state;
};

/**
 * Checks every part that the portal depends on, stores the results, and rejects if one is down, so that it is logged.
 * An outage of the helpdesk is left out: the copy of its tickets fails each minute then, and one alarm is enough.
 */
export const checkHealth = async (
  { database, invoiceFiles, queueChecks, helpdesk, mailAccount }: HealthPorts,
  clock: () => Date,
  logFigures: LogFigures,
): Promise<void> => {
  const failures: { name: string; error: unknown }[] = [];

  /** Asks a part, which may itself answer 'Degraded'. */
  const check = async (name: string, ask: () => Promise<unknown>): Promise<HealthCheck> => {
    const askedAt = clock();
    try {
      const found = await ask();
      const isSlow = clock().getTime() - askedAt.getTime() > SLOW_AFTER_MS;
      const state = isSlow || found === 'Degraded' ? 'Degraded' : 'Good';

      return { name, state, checkedAt: askedAt };
    } catch (error) {
      if (name !== HELPDESK) {
        failures.push({ name, error });
      }

      return { name, state: 'Down', checkedAt: askedAt };
    }
  };

  const checks = await Promise.all([
    check('database', () => database.health.ping()),
    ...(invoiceFiles.check ? [check('cloud drive', invoiceFiles.check)] : []),
    check('queue', async () => {
      await Promise.all(Object.values(queueChecks).map((queue) => queue.check()));
    }),
    ...(helpdesk ? [check(HELPDESK, () => helpdesk.check())] : []),
    ...(mailAccount ? [check(MAIL, () => checkMail(mailAccount, logFigures))] : []),
  ]);
  await database.health.saveAll(checks);

  const [first] = failures;
  if (first) {
    throw new Error(`Down: ${failures.map(({ name }) => name).join(', ')}`, { cause: first.error });
  }
};

/** Returns the worst of the results; 'Good' until the first check, as section 2 of the specification says. */
export const summariseHealth = (rows: readonly HealthRow[], now: Date): HealthState => {
  const states = rows.map(({ state, checkedAt }) =>
    now.getTime() - Date.parse(checkedAt) > STALE_AFTER_MS ? 'Degraded' : state,
  );
  if (states.includes('Down')) {
    return 'Down';
  }

  return states.includes('Degraded') ? 'Degraded' : 'Good';
};
