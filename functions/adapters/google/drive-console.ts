import { Readable } from 'node:stream';
import type { ReadSecret } from '#functions/adapters/aws/secrets.ts';
import { type DriveConsole, DriveFault } from '#functions/ports/drive-console.ts';
import { toDriveFault } from './drive-fault.ts';
import { type DrivePatience, type DriveSettings, openDrive, statusOf } from './open-drive.ts';

/** A test says what it meets, so a fault is not tried away. */
export const CONSOLE_PATIENCE = { tryMs: 5_000, readTriesMax: 1 };

/** Marks the files of the test upload. */
const TEST_FILE = { madeBy: 'debug console' };

const PAGE_SIZE = 100;

const shown = (sentence: string) =>
  new DriveFault(sentence, { reason: null, status: null, isTimeout: false, cause: undefined });

/** The shared drive of the PDFs, for the debug console; every call says that it is about a shared drive (D7). */
export const makeDriveConsole = (
  readCredentials: ReadSecret,
  settings: DriveSettings,
  patience: DrivePatience,
): DriveConsole => {
  const { drive, inTime, renewToken, uploadWithFreshToken } = openDrive(readCredentials, settings, patience);
  const { files, permissions } = drive;

  const ask = async <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await call();
    } catch (error) {
      throw toDriveFault(error);
    }
  };

  const list = (query: string, fields: string, pageSize: number) =>
    files.list(
      {
        q: `'${settings.folderId}' in parents and trashed = false${query}`,
        corpora: 'drive',
        driveId: settings.driveId,
        includeItemsFromAllDrives: true,
        supportsAllDrives: true,
        orderBy: 'createdTime desc',
        pageSize,
        fields: `files(${fields})`,
      },
      inTime(),
    );

  return {
    renewToken: () => ask(renewToken),

    readDrive: () =>
      ask(async () => {
        const { data } = await drive.drives.get(
          {
            driveId: settings.driveId,
            fields: 'name,capabilities(canAddChildren,canTrashChildren,canShare)',
          },
          inTime(),
        );

        return {
          name: data.name ?? '',
          mayAddFiles: data.capabilities?.canAddChildren ?? false,
          mayTrashFiles: data.capabilities?.canTrashChildren ?? false,
          mayShareFiles: data.capabilities?.canShare ?? false,
        };
      }),

    readFolder: () =>
      ask(async () => {
        const { data } = await files.get(
          { fileId: settings.folderId, supportsAllDrives: true, fields: 'name,driveId,trashed,mimeType' },
          inTime(),
        );
        if (data.driveId !== settings.driveId) {
          throw shown(
            'The folder lies on another drive. See that driveId and driveFolderId belong together.',
          );
        }
        if (data.trashed) throw shown('The folder lies in the trash. Restore it at the drive.');
        if (data.mimeType !== 'application/vnd.google-apps.folder') {
          throw shown('driveFolderId is the id of a file. It must be that of a folder.');
        }

        return { name: data.name ?? '' };
      }),

    readQuota: () =>
      ask(async () => {
        const { data } = await drive.about.get({ fields: 'storageQuota(limit,usage)' }, inTime());
        const { limit, usage } = data.storageQuota ?? {};

        return { limitBytes: limit ? Number(limit) : null, usedBytes: Number(usage ?? 0) };
      }),

    listFiles: (limit) =>
      ask(async () => {
        const { data } = await list('', 'name', limit);

        return (data.files ?? []).map(({ name }) => ({ name: name ?? '' }));
      }),

    uploadTestFile: (name, bytes) =>
      ask(async () => {
        let id: string | null | undefined;
        await uploadWithFreshToken(async () => {
          const { data } = await files.create(
            {
              supportsAllDrives: true,
              fields: 'id',
              requestBody: {
                name,
                mimeType: 'application/pdf',
                parents: [settings.folderId],
                appProperties: TEST_FILE,
              },
              media: { mimeType: 'application/pdf', body: Readable.from([bytes]) },
            },
            // Uploads take the client's rootUrl only from the call itself.
            { rootUrl: settings.apiUrl, ...inTime() },
          );
          id = data.id;
        });
        if (!id) throw shown('Google answered no file id. Run the test again.');

        return id;
      }),

    download: (fileId) =>
      ask(async () => {
        const { data } = await files.get(
          { fileId, alt: 'media', supportsAllDrives: true },
          { responseType: 'arraybuffer', ...inTime() },
        );
        if (!(data instanceof ArrayBuffer)) throw shown('Google answered no bytes. Run the test again.');

        return new Uint8Array(data);
      }),

    remove: (fileId) =>
      ask(async () => {
        try {
          await files.delete({ fileId, supportsAllDrives: true }, inTime());

          return 'deleted';
        } catch (error) {
          if (statusOf(error) === 404) return 'deleted';
          if (statusOf(error) !== 403) throw error;
        }
        await files.update(
          { fileId, supportsAllDrives: true, fields: 'id', requestBody: { trashed: true } },
          inTime(),
        );

        return 'trashed';
      }),

    listTestFiles: (madeBefore) =>
      ask(async () => {
        const { data } = await list(
          ` and appProperties has { key='madeBy' and value='${TEST_FILE.madeBy}' } and createdTime < '${madeBefore.toISOString()}'`,
          'id',
          PAGE_SIZE,
        );

        return (data.files ?? []).flatMap(({ id }) => (id ? [id] : []));
      }),

    listPermissions: (fileId) =>
      ask(async () => {
        try {
          const { data } = await permissions.list(
            {
              fileId,
              supportsAllDrives: true,
              pageSize: PAGE_SIZE,
              fields: 'permissions(id,type,permissionDetails(inherited))',
            },
            inTime(),
          );

          return (data.permissions ?? []).map(({ id, type, permissionDetails }) => ({
            id: id ?? '',
            type: type ?? '',
            isInherited: !(permissionDetails ?? []).some(({ inherited }) => inherited === false),
          }));
        } catch (error) {
          if (statusOf(error) === 404) return undefined;
          throw error;
        }
      }),

    removePermission: (fileId, permissionId) =>
      ask(async () => {
        try {
          await permissions.delete({ fileId, permissionId, supportsAllDrives: true }, inTime());
        } catch (error) {
          if (statusOf(error) !== 404) throw error;
        }
      }),
  };
};
