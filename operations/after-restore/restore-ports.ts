import type { Database } from '#functions/ports/database/database.ts';
import type { RestoredAccount, RestoreStore } from '#functions/ports/database/operations/restore-store.ts';
import type { VatSettings } from '#functions/ports/vat-settings.ts';
import { AppError } from '#shared/errors.ts';
import type { Terminal } from '../terminal.ts';

export interface RestorePorts {
  store: RestoreStore;
  database: Database;
  terminal: Terminal;
  makeUnknownHash: () => string;
  isHelpdeskOn: boolean;
  vatSettings: VatSettings;
}

/** Returns the account of a change, unless the database has none or another with its id. */
export type Find = (change: { userId: number; owNumber: string }) => RestoredAccount | undefined;

export const ROLES: Record<string, string> = { admin: 'an administrator', client: 'a client' };

/** Small enough for the Data API's limit of a statement's text. */
export const NEWS_A_STATEMENT = 250;

/** No account of the portal acts here: AWS knows who may run these commands. */
export const OPERATOR = { userId: null, address: 'terminal' };

/** Reports a refusal of the portal, such as removing the last administrator, and goes on with the next item. */
export const attempt = async <Done>(
  terminal: Terminal,
  name: string,
  act: () => Promise<Done>,
  done: string | ((result: Done) => string),
): Promise<void> => {
  try {
    const result = await act();
    terminal.say(typeof done === 'string' ? done : done(result));
  } catch (error) {
    if (!(error instanceof AppError)) {
      throw error;
    }
    terminal.say(`${name} is left as it is: ${error.message}`);
  }
};
