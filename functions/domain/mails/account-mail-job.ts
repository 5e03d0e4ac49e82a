import type { ThrottleStore } from '#functions/ports/database/system/throttle-store.ts';
import type { SessionTokens } from '#functions/ports/session-tokens.ts';
import { type MailJobPorts, runMailJob } from './mail-job.ts';
import { takeMailCounts } from './mail-limits.ts';
import type { WorkerTime } from './mail-pace.ts';
import type { LogCount } from './send-mail.ts';
import { type WriteAccountMailPorts, writeAccountMail } from './write-account-mail.ts';

type AccountMailPorts = MailJobPorts &
  WriteAccountMailPorts & {
    database: { throttle: Pick<ThrottleStore, 'take' | 'giveBack' | 'isCounting'> };
    sessionTokens: Pick<SessionTokens, 'fingerprint'>;
  };

/** Runs the job of an account mail: a link, or a notice. */
export const runAccountMailJob = async (
  ports: AccountMailPorts,
  key: string,
  time: WorkerTime,
  logCount: LogCount,
): Promise<void> => {
  const steps = { write: writeAccountMail, takeCounts: takeMailCounts };

  await runMailJob<AccountMailPorts>(ports, { kind: 'account-mail', key, steps }, time, logCount);
};
