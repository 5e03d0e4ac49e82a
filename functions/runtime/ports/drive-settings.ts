import * as z from 'zod';
import { makeSecretReader, SECRET_PATIENCE } from '#functions/adapters/aws/secrets.ts';
import { timeLeftMs } from '../deadline.ts';
import { readSettings, requiredSetting } from '../settings.ts';

const settings = readSettings({
  DRIVE_CREDENTIALS_SECRET_ARN: requiredSetting,
  DRIVE_ID: requiredSetting,
  DRIVE_FOLDER_ID: requiredSetting,
  DRIVE_API_URL: z.url().default('https://www.googleapis.com/'),
});

export const driveSettings = {
  apiUrl: settings.DRIVE_API_URL,
  driveId: settings.DRIVE_ID,
  folderId: settings.DRIVE_FOLDER_ID,
};

export const readDriveCredentials = makeSecretReader(settings.DRIVE_CREDENTIALS_SECRET_ARN, {
  ...SECRET_PATIENCE,
  timeLeftMs,
});
