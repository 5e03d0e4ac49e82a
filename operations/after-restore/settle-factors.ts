import type { SettledFactors } from '#functions/ports/database/operations/restore-store.ts';
import { formatDateTime } from '#shared/dates.ts';
import type { LaterChanges } from './later-changes.ts';
import { TOTP } from './later-factors.ts';
import { type Find, NEWS_A_STATEMENT, type RestorePorts, ROLES } from './restore-ports.ts';

const wordSettled = ({ removed, codes }: SettledFactors): string[] => [
  ...(removed > 0 ? [`removed again, because they were removed since: ${removed}`] : []),
  ...(codes > 0 ? [`recovery codes ended: ${codes}`] : []),
];

/**
 * Removes removed factors again and ends recovery codes that may be used up, without asking: both only keep out who
 * should not come in. What was added since is gone; whether a password alone may open the account is the operator's to say.
 */
export const settleFactors = async (
  { store, terminal }: RestorePorts,
  factors: LaterChanges['factors'],
  { find, moment }: { find: Find; moment: Date },
): Promise<void> => {
  const known = factors.flatMap((change) => {
    const account = find(change);

    return account ? [{ ...change, role: account.role }] : [];
  });
  const changes = known.map(({ userId, removed, isAllRemoved }) => ({
    userId,
    passkeyIds: removed.filter((factor) => factor !== TOTP),
    isTotpRemoved: removed.includes(TOTP),
    isAllRemoved,
  }));
  const settled: SettledFactors[] = [];
  for (let start = 0; start < changes.length; start += NEWS_A_STATEMENT) {
    settled.push(...(await store.settleFactors(changes.slice(start, start + NEWS_A_STATEMENT), moment)));
  }

  for (const { userId, owNumber, role, added } of known) {
    const done = settled.find((each) => each.userId === userId);
    if (!done) {
      continue;
    }
    const words = wordSettled(done);
    if (words.length > 0) {
      terminal.say(`Second factors of ${owNumber}: ${words.join('; ')}.`);
    }
    const last = added.at(-1);
    if (last && !done.hasNewer) {
      const opens = done.left > 0 ? `${done.left} older ones are left` : 'its password alone opens it now';
      terminal.say(
        `${owNumber}, ${ROLES[role]}, added a second factor on ${formatDateTime(last.at)}, which this database does not have: ${opens}. Decide whether its owner adds it again, or you set a new password in User Management first.`,
      );
    }
  }
};
