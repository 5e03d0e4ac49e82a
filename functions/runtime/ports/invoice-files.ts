import { DRIVE_PATIENCE, makeDriveFiles } from '#functions/adapters/google/google-drive.ts';
import { timeLeftMs } from '../deadline.ts';
import { driveSettings, readDriveCredentials } from './drive-settings.ts';

export const invoiceFiles = makeDriveFiles(readDriveCredentials, driveSettings, {
  ...DRIVE_PATIENCE,
  timeLeftMs,
});
