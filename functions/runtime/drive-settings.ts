import * as z from 'zod';
import {
  makeSecretReader,
  type ReadSecret,
  SECRET_PATIENCE,
} from '#functions/adapters/aws/secrets-manager.ts';
import { AppError } from '#shared/errors.ts';
import { timeLeftMs } from './deadline.ts';
import { readSettings, requiredSetting } from './settings.ts';

const settings = readSettings({
  DRIVE_CREDENTIALS_SECRET_ARN: requiredSetting,
  /** Empty if no drive is configured. */
  DRIVE_ID: z.string(),
  DRIVE_FOLDER_ID: z.string(),
  DRIVE_API_URL: z.url().default('https://www.googleapis.com/'),
});

export const driveSettings = {
  apiUrl: settings.DRIVE_API_URL,
  driveId: settings.DRIVE_ID,
  folderId: settings.DRIVE_FOLDER_ID,
};

export const hasDrive = settings.DRIVE_ID !== '';

const refuse: ReadSecret = async () => {
  throw new AppError('unavailable', 'This portal has no cloud drive: its setting driveId is missing.');
};

/** Every call to Google reads the key first, so a portal without a drive refuses here. */
export const readDriveCredentials = hasDrive
  ? makeSecretReader(settings.DRIVE_CREDENTIALS_SECRET_ARN, { ...SECRET_PATIENCE, timeLeftMs })
  : refuse;
