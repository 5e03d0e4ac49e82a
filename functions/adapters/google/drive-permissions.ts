import * as z from 'zod';
import type { DriveConsole } from '#functions/ports/drive-console.ts';
import type { OpenDrive } from './open-drive.ts';
import { isAbsent, readAnswer } from './read-answer.ts';

/** Google's maximum for one page. */
const PERMISSIONS_MAX = 100;

/** The parts of the answers that are used. */
const permissionList = z.object({
  nextPageToken: z.string().optional(),
  permissions: z.array(
    z.object({
      id: z.string(),
      type: z.string(),
      permissionDetails: z.array(z.object({ inherited: z.boolean() })).optional(),
    }),
  ),
});
const nothing = z.union([z.undefined(), z.null(), z.literal('')]);

/** The permissions of a file, for the debug console. */
export const makePermissions = ({
  drive: { permissions },
  inTime,
}: OpenDrive): Pick<DriveConsole, 'listPermissions' | 'removePermission'> => ({
  listPermissions: async (fileId) => {
    const found: z.infer<typeof permissionList>['permissions'] = [];
    let pageToken: string | undefined;
    try {
      do {
        const page = await readAnswer(permissionList, () =>
          permissions.list(
            {
              fileId,
              supportsAllDrives: true,
              pageSize: PERMISSIONS_MAX,
              ...(pageToken && { pageToken }),
              fields: 'nextPageToken,permissions(id,type,permissionDetails(inherited))',
            },
            inTime(),
          ),
        );
        found.push(...page.permissions);
        pageToken = page.nextPageToken;
      } while (pageToken);
    } catch (error) {
      if (isAbsent(error)) {
        return undefined;
      }
      throw error;
    }

    return found.map(({ id, type, permissionDetails = [] }) => ({
      id,
      type,
      isOwn: permissionDetails.some(({ inherited }) => !inherited),
      isInherited: permissionDetails.some(({ inherited }) => inherited),
    }));
  },

  removePermission: async (fileId, permissionId) => {
    try {
      await readAnswer(nothing, () =>
        permissions.delete({ fileId, permissionId, supportsAllDrives: true }, inTime()),
      );
    } catch (error) {
      if (!isAbsent(error)) {
        throw error;
      }
    }
  },
});
