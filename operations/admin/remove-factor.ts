import { removeFactorsOf } from '#functions/domain/factors/remove-factor.ts';
import type { Database } from '#functions/ports/database/database.ts';
import type { OperatorStore } from '#functions/ports/database/operations/operator-store.ts';
import type { MailSettings } from '#functions/ports/mail-settings.ts';
import { Refused } from '#operations/refused.ts';
import type { Terminal } from '#operations/terminal.ts';
import { registerBody } from '#shared/contract/auth.ts';
import { factors } from '#shared/contract/factors.ts';
import { AppError } from '#shared/errors.ts';
import { askFor } from './ask-for.ts';

interface RemovePorts {
  store: Pick<OperatorStore, 'findByEmail'>;
  database: Database;
  mailSettings: MailSettings;
  terminal: Terminal;
}

/** No account of the portal acts here: AWS knows who may run these commands. */
const OPERATOR = { userId: null, address: 'terminal' };

/**
 * Removes all second factors and sessions of an administrator who lost them, and whom no other administrator can help
 * (D47). The mails leave with the next sweep of the jobs, within a minute.
 */
export const removeFactor = async (
  { store, database, mailSettings, terminal }: RemovePorts,
  now: Date,
): Promise<void> => {
  const email = await askFor(terminal, 'Email address of the administrator', registerBody.shape.User_Email);
  const account = await store.findByEmail(email);
  if (!account?.isAdmin) {
    throw new Refused(
      'No administrator has this email address. The factors of a client are removed by an administrator, in the portal.',
    );
  }
  const { owNumber, userId, User_Name, User_Surname } = account;
  const owned = await database.factors.listOf(userId);
  const admins = await database.transaction(({ users }) => users.lockWithAdmins(userId));
  const others = admins?.otherActiveAdmins ?? 0;
  terminal.say(
    `${owNumber} is ${User_Name} ${User_Surname}. Passkeys: ${owned?.passkeys.length ?? 0}. Authenticator app: ${owned?.totp ? 'yes' : 'no'}. Recovery codes left: ${owned?.codesLeft ?? 0}.`,
  );
  const instead = others > 0 ? ` Other administrators, who could do it in the portal: ${others}.` : '';
  const isWanted = await terminal.confirm(
    `Remove all second factors of ${owNumber} and end its sessions? Its password alone then signs in, until a new factor is set up.${instead}`,
  );
  if (!isWanted) {
    throw new Refused('Nothing was changed.');
  }
  const reason = await askFor(terminal, 'Why, for the audit log', factors.remove.body.shape.reason);

  try {
    await removeFactorsOf(
      {
        database,
        mailSettings,
        accountMailQueue: { send: async () => {} },
        report: () => {},
        note: () => {},
      },
      OPERATOR,
      { userId, reason },
      now,
    );
  } catch (error) {
    throw error instanceof AppError ? new Refused(error.message, { cause: error }) : error;
  }
  terminal.say(`${owNumber} has no second factor any more. Let its owner set up a new one at once.`);
};
