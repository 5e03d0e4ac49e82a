import { CONSOLE_PATIENCE, makeDriveConsole } from '#functions/adapters/google/google-drive-console.ts';
import { timeLeftMs } from '#functions/runtime/deadline.ts';
import { driveSettings, readDriveCredentials } from '../drive-settings.ts';

export const driveConsole = makeDriveConsole(readDriveCredentials, driveSettings, {
  ...CONSOLE_PATIENCE,
  timeLeftMs,
});
