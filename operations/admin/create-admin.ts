import type * as z from 'zod';
import { requireHardToGuess } from '#functions/domain/auth/new-password.ts';
import type { CommonPasswords } from '#functions/ports/common-passwords.ts';
import type { OperatorStore } from '#functions/ports/database/operations/operator-store.ts';
import type { Passwords } from '#functions/ports/passwords.ts';
import { Refused } from '#operations/refused.ts';
import type { Terminal } from '#operations/terminal.ts';
import { registerBody } from '#shared/contract/auth.ts';
import { newPassword } from '#shared/contract/fields.ts';
import { formatDateTime } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { generatePassword } from '#shared/generate-password.ts';
import { askFor } from './ask-for.ts';

interface AdminPorts {
  store: OperatorStore;
  passwords: Pick<Passwords, 'hash'>;
  commonPasswords: CommonPasswords;
  terminal: Terminal;
}

type Person = Pick<z.infer<typeof registerBody>, 'User_Email' | 'User_Name' | 'User_Surname'>;

const ADMIN_EXISTS =
  'This portal has an administrator, who can make others in User Management. To make one here all the same, add --another.';

const { User_Email: email, User_Name: firstName, User_Surname: surname } = registerBody.shape;

/** Returns why a typed password is refused, or undefined. */
const findFault = async (commonPasswords: CommonPasswords, password: string, person: Person) => {
  const parsed = newPassword.safeParse(password);
  if (!parsed.success) {
    return parsed.error.issues[0]?.message;
  }
  try {
    await requireHardToGuess(commonPasswords, password, person);

    return undefined;
  } catch (error) {
    if (error instanceof AppError) {
      return error.message;
    }
    throw error;
  }
};

/** Returns a password that was typed twice without being shown, or makes one if nothing is typed. */
const askPassword = async ({ terminal, commonPasswords }: AdminPorts, person: Person) => {
  for (;;) {
    const typed = await terminal.askHidden('Password (leave it empty to have one made)');
    if (typed === '') {
      return { password: generatePassword(), isGenerated: true };
    }

    const fault = await findFault(commonPasswords, typed, person);
    if (fault !== undefined) {
      terminal.say(fault);
    } else if ((await terminal.askHidden('The same password again')) === typed) {
      return { password: newPassword.parse(typed), isGenerated: false };
    } else {
      terminal.say('These were not the same. Please type it again.');
    }
  }
};

const MADE = { registered: 'registered', imported: 'was imported', operator: 'was made by npm run admin' };

/** Shows a password that was generated, which nobody can read again. */
const showGenerated = (
  terminal: Terminal,
  { password, isGenerated }: { password: string; isGenerated: boolean },
) => {
  if (isGenerated) {
    terminal.say(`Its password, which is shown nowhere else: ${password}`);
  }
};

/** Makes an existing client an administrator, with a new password, because others may know the old one. */
const offerPromotion = async (ports: AdminPorts, User_Email: string): Promise<boolean> => {
  const { store, passwords, terminal } = ports;
  const account = await store.findByEmail(User_Email);
  if (!account) {
    return false;
  }
  if (account.isAdmin) {
    throw new Refused(`${account.owNumber} has this email address and is an administrator.`);
  }
  const { owNumber, origin, isEmailVerified, User_Name, User_Surname } = account;
  if (account.isUnproven) {
    throw new Refused(
      `${owNumber} was registered by somebody who has not proved that this address is theirs. Please make an administrator with another email address, who can delete ${owNumber} in User Management if a stranger registered it.`,
    );
  }

  terminal.say(
    `${owNumber} is a client with this email address: ${MADE[origin]}, made on ${formatDateTime(account.madeAt)}, email address ${isEmailVerified ? 'verified' : 'not verified'}.`,
  );
  const isWanted = await terminal.confirm(`Make ${owNumber} an active administrator, with a new password?`);
  if (!isWanted) {
    throw new Refused('Nothing was changed. Please choose another email address.');
  }
  const chosen = await askPassword(ports, { User_Email, User_Name, User_Surname });
  const isPromoted = await store.promote(account.userId, await passwords.hash(chosen.password));
  if (!isPromoted) {
    throw new Refused(`${owNumber} was deleted meanwhile. Nothing was changed.`);
  }
  terminal.say(`${owNumber} is an administrator and has to sign in again.`);
  showGenerated(terminal, chosen);

  return true;
};

/** Makes the person who answers on the terminal an administrator; the password appears nowhere but there. */
export const createAdmin = async (
  ports: AdminPorts,
  { wantsAnother }: { wantsAnother: boolean },
): Promise<void> => {
  const { store, passwords, terminal } = ports;
  if (!wantsAnother && (await store.countAdmins()) > 0) {
    throw new Refused(ADMIN_EXISTS);
  }

  const User_Email = await askFor(terminal, 'Email address', email);
  if (await offerPromotion(ports, User_Email)) {
    return;
  }

  const User_Name = await askFor(terminal, 'First name', firstName);
  const User_Surname = await askFor(terminal, 'Last name', surname);
  const person = { User_Email, User_Name, User_Surname };
  const chosen = await askPassword(ports, person);

  const passwordHash = await passwords.hash(chosen.password);
  const added = await store.addAdmin({ ...person, passwordHash }, { allowAnother: wantsAnother });
  if (!added) {
    throw new Refused('Somebody else made this account, or an administrator, meanwhile.');
  }

  terminal.say(`${added.owNumber} is an administrator and can sign in.`);
  showGenerated(terminal, chosen);
};
