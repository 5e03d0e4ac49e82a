import { fileURLToPath } from 'node:url';
import { OTHER_MIGRATIONS } from '#functions/ports/database/migrate/database-owner.ts';
import { MADE_UP_PROVIDER } from '#shared/made-up-provider.ts';
import { runTask } from './aws/run-task.ts';
import { type StandIns, startStandIns } from './stand-ins.ts';
import { announceDatabase, type DatabaseAddress } from './start/announce-database.ts';
import { browserSettings } from './start/browser-folder.ts';
import { lockDataFolder } from './start/data-folder.ts';
import { startDoor } from './start/door.ts';
import { explainFilling } from './start/explain-filling.ts';
import { StartRefused } from './start/start-refused.ts';

const root = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

const PROVIDER_SETTINGS = {
  PROVIDER_NAME: MADE_UP_PROVIDER.providerName,
  PROVIDER_REGISTRATION_NUMBER: MADE_UP_PROVIDER.providerRegistrationNumber,
  PROVIDER_ADDRESS: MADE_UP_PROVIDER.providerAddress,
  CONTACT_EMAIL: MADE_UP_PROVIDER.contactEmail,
  CONTACT_PHONE: MADE_UP_PROVIDER.contactPhone,
};

const MADE_UP_COMPLAINTS =
  'Complaints: complaints@owconnect.example. We answer within 14 days; after that you may turn to ICASA, www.icasa.org.za.';

export interface PlatformOptions {
  dataFolder: string;
  /** 0 takes a free port. */
  port: number;
  reset?: boolean;
  /** Fills an empty data folder before the portal answers; if it is interrupted, the next start begins again. */
  fill?: (standIns: Pick<StandIns, 'freshdesk'>) => Promise<void>;
  /** A PostgreSQL server instead of the embedded one. */
  databaseUrl?: string | undefined;
  settings?: Record<string, string>;
}

/** Migrates the database to the schema of this checkout. A database of another checkout may not fit its migrations. */
const migrate = async ({ dataFolder, databaseUrl }: PlatformOptions) => {
  try {
    await runTask('migrate');
  } catch (error) {
    const isOfOthers = String(error).includes(OTHER_MIGRATIONS);
    if (!isOfOthers && !String(error).includes('SQLState')) {
      throw error;
    }

    const why = isOfOthers
      ? 'was made by other migrations than those of this checkout'
      : 'cannot be brought to this version of the portal';
    const sentence = databaseUrl
      ? `The database of DATABASE_URL ${why}. Please empty it, or choose another.`
      : `The data in ${dataFolder} ${why}. npm start -- --reset deletes it and begins anew.`;
    throw new StartRefused(sentence, { cause: error });
  }
};

const addressOf = (settings: StandIns['settings']): DatabaseAddress => ({
  client: {
    region: settings.AWS_REGION,
    endpoint: settings.AWS_ENDPOINT_URL_RDS_DATA,
    credentials: {
      accessKeyId: settings.AWS_ACCESS_KEY_ID,
      secretAccessKey: settings.AWS_SECRET_ACCESS_KEY,
    },
  },
  resourceArn: settings.DATABASE_ARN,
  database: settings.DATABASE_NAME,
  applicationSecretArn: settings.DATABASE_SECRET_ARN,
  ownerSecretArn: settings.DATABASE_OWNER_SECRET_ARN,
});

/**
 * Starts everything that handlers and tasks run on: the data folder, the stand-ins for AWS, Google and Freshdesk with a
 * migrated and filled database, the settings in this process's environment, and the port at which requests wait.
 */
export const startPlatform = async (options: PlatformOptions) => {
  const folder = await lockDataFolder(options.dataFolder);
  const closers: (() => Promise<unknown>)[] = [folder.unlock];
  const close = async () => {
    for (const end of closers.splice(0).reverse()) {
      await end();
    }
  };

  try {
    // First, so that a taken port is noticed before anything is opened or emptied.
    const door = await startDoor(options.port);
    closers.push(door.close);

    if (options.reset || !folder.isFilled()) {
      folder.empty();
    }
    const { settings, ...standIns } = await startStandIns(folder, options.databaseUrl, closers);
    // Settings that the stack sets on AWS, and addresses that the AWS SDK knows by itself there.
    Object.assign(process.env, {
      ...settings,
      ...PROVIDER_SETTINGS,
      SUPPLIER_COMPLAINTS: process.env.SUPPLIER_COMPLAINTS ?? MADE_UP_COMPLAINTS,
      POWERTOOLS_SERVICE_NAME: 'ow-connect',
      PORTAL_ORIGIN: door.url,
      PORTAL_ADDRESS: door.url,
      SESSION_COOKIE_NAME: 'session',
      MIGRATIONS_FOLDER: root('functions/database/migrations'),
      FONTS_FOLDER: root('functions/fonts'),
      ...browserSettings(),
      COMMON_PASSWORDS_FILE: root('node_modules/@zxcvbn-ts/language-common/src/passwords.json'),
      ...options.settings,
    });

    await migrate(options);
    if (!folder.isFilled()) {
      await options.fill?.(standIns).catch((error) => {
        throw explainFilling(error);
      });
      folder.markFilled();
    }
    closers.push(announceDatabase(folder.place('address.json'), addressOf(settings)));

    return { ...standIns, door, originVerifySecret: settings.ORIGIN_VERIFY_SECRET, close };
  } catch (error) {
    await close();
    throw error;
  }
};
