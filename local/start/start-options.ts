import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { ADMIN_EMAIL, CLIENT_EMAIL, DEMO_PASSWORD, OTHER_BANK_ACCOUNTS } from '../seed/demo-accounts.ts';
import { StartRefused } from './start-refused.ts';

const PORT_MAX = 65_535;

/** Loads the settings of a file `.env`, and the log level and the demo's bank accounts unless they are set. */
export const loadEnvFile = () => {
  // Node's --env-file-if-exists would print a message for everyone who has no such file.
  if (existsSync('.env')) {
    process.loadEnvFile('.env');
  }
  process.env.POWERTOOLS_LOG_LEVEL ??= 'WARN';
  process.env.OTHER_BANK_ACCOUNTS ??= OTHER_BANK_ACCOUNTS;
};

/** Reads the settings and arguments of `npm start` and `npm run dev`. */
export const readStartOptions = (command: string) => {
  const { PORT = '3000', DATA_DIR = '.data', DATABASE_URL } = process.env;
  const args = process.argv.slice(2);

  const unknown = args.find((argument) => argument !== '--reset');
  if (unknown !== undefined) {
    throw new StartRefused(
      `${command} does not know ${unknown}; after -- it takes --reset and nothing else.`,
    );
  }
  if (!/^\d+$/.test(PORT) || Number(PORT) > PORT_MAX) {
    throw new StartRefused(`PORT must be a whole number up to ${PORT_MAX}, not '${PORT}'.`);
  }
  const reset = args.includes('--reset');
  if (reset && DATABASE_URL) {
    throw new StartRefused('--reset does not empty the database of DATABASE_URL. Please do that there.');
  }

  return { port: Number(PORT), dataFolder: resolve(DATA_DIR), reset, databaseUrl: DATABASE_URL };
};

/** Prints where the portal answers, and how to sign in. */
export const printAddresses = (url: string, agentUrl: string, mailboxUrl: string) =>
  console.log(`
OW Connect runs at ${url}

  administrator  ${ADMIN_EMAIL}
  client         ${CLIENT_EMAIL}
  password       ${DEMO_PASSWORD}

The helpdesk's agents work at ${agentUrl}
All mails arrive at ${mailboxUrl}
Drop a file of docs/examples on Billing › Bank
`);
