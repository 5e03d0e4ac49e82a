import { join } from 'node:path';
import { type HttpAnswer, type HttpRequest, startHttpServer } from '../http/http-server.ts';
import type { DriveContext } from './context.ts';
import { DriveError, toErrorAnswer } from './errors.ts';
import { makeFaults } from './faults.ts';
import { type DirectPermission, FOLDER_TYPE, type ItemStore, openItemStore } from './items.ts';
import { type DriveOperation, defineOperations, matchOperation } from './operations.ts';
import type { ServiceAccount } from './service-account.ts';
import { makeTokenIssuer } from './tokens.ts';

interface DriveOptions {
  /** Folder of the items, which survive a restart. */
  folder: string;
  driveId: string;
  /** A folder at the top of the shared drive. */
  folderId: string;
  serviceAccount: Pick<ServiceAccount, 'clientEmail' | 'publicKey'>;
  port?: number;
}

const MEMBER_ID = '10000000000000000001';

/** Sets the role of the account, the drive's only member; without one it is not a member. */
const setRole = (
  store: ItemStore,
  { driveId, serviceAccount }: Pick<DriveOptions, 'driveId' | 'serviceAccount'>,
  role: DirectPermission['role'] | undefined,
) => {
  const drive = store.find(driveId);
  if (!drive) {
    throw new Error('There is no shared drive');
  }

  const member = { id: MEMBER_ID, type: 'user', emailAddress: serviceAccount.clientEmail } as const;
  store.save({ ...drive, permissions: role ? [{ ...member, role }] : [] });
};

/** Creates the shared drive with its one member, and its folder; already stored items keep their files and sharing. */
const ensureSharedDrive = (store: ItemStore, options: DriveOptions) => {
  const { driveId, folderId } = options;
  const common = {
    mimeType: FOLDER_TYPE,
    appProperties: {},
    createdTime: new Date().toISOString(),
    trashed: false,
    deleted: false,
  };
  if (!store.find(driveId)) {
    store.save({ ...common, id: driveId, name: 'OW Connect', parents: [], permissions: [] });
  }
  setRole(store, options, 'fileOrganizer');
  if (!store.find(folderId)) {
    store.save({ ...common, id: folderId, name: 'Invoices', parents: [driveId], permissions: [] });
  }
};

/**
 * Starts Google Drive v3 and its token endpoint, with one shared drive and one service account, as strict as Google: an
 * item of the drive is 404 without supportsAllDrives, nothing can be created outside the drive, an id is used once,
 * inherited permissions cannot be removed, and only an organizer deletes permanently.
 */
export const startDrive = async (options: DriveOptions) => {
  const { driveId, serviceAccount, folder, port } = options;
  const store = openItemStore(join(folder, 'items'));
  ensureSharedDrive(store, options);

  const tokens = makeTokenIssuer(serviceAccount);
  const context: DriveContext = { store, driveId, accountEmail: serviceAccount.clientEmail };
  const operations = defineOperations(context, tokens);
  const faults = makeFaults();
  const held = new Map<DriveOperation, { text: string; released: Promise<void> }>();
  let comeIn: () => Promise<unknown> = async () => {};

  const answer = async (request: HttpRequest): Promise<HttpAnswer | undefined> => {
    const { operation, call } = matchOperation(request);
    await comeIn();
    if (operation !== 'token') {
      tokens.check(request);
    }

    const hold = held.get(operation);
    if (hold && request.body.includes(hold.text)) {
      await hold.released;
    }

    return faults.run(operation, request, () => operations[operation](call));
  };

  const server = await startHttpServer(async (request) => {
    try {
      return await answer(request);
    } catch (error) {
      if (error instanceof DriveError) {
        return toErrorAnswer(error);
      }
      throw error;
    }
  }, port);

  return {
    url: server.url,
    close: server.close,
    /** The stored items, for tests that act as a person at the drive. */
    context,
    /** Sets the account's role from now on; without one it is not a member of the shared drive. */
    setRole: (newRole: DirectPermission['role'] | undefined) => setRole(store, options, newRole),
    failNext: faults.failNext,
    forgetFaults: faults.forget,
    /** Delays each call by this before it is processed, for example by the duration of a remote call. */
    delayCalls: (wait: () => Promise<unknown>) => {
      comeIn = wait;
    },
    /** Holds the calls of an operation whose body contains `text` until the returned function is called. */
    hold: (operation: DriveOperation, text = '') => {
      const release = Promise.withResolvers<void>();
      held.set(operation, { text, released: release.promise });

      return () => {
        held.delete(operation);
        release.resolve();
      };
    },
    /** Makes every access token issued so far invalid. */
    expireTokens: tokens.expireAll,
  };
};
