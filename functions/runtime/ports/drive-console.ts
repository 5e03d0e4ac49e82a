import { CONSOLE_PATIENCE, makeDriveConsole } from '#functions/adapters/google/drive-console.ts';
import { timeLeftMs } from '../deadline.ts';
import { driveSettings, readDriveCredentials } from './drive-settings.ts';

export const driveConsole = makeDriveConsole(readDriveCredentials, driveSettings, {
  ...CONSOLE_PATIENCE,
  timeLeftMs,
});
