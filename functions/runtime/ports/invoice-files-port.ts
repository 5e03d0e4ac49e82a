import { DRIVE_PATIENCE, makeDriveFiles } from '#functions/adapters/google/google-drive.ts';
import type { InvoiceFiles } from '#functions/ports/invoice-files.ts';
import { timeLeftMs } from '#functions/runtime/deadline.ts';
import { driveSettings, hasDrive, readDriveCredentials } from '../drive-settings.ts';

const { check, ...files } = makeDriveFiles(readDriveCredentials, driveSettings, {
  ...DRIVE_PATIENCE,
  timeLeftMs,
});

export const invoiceFiles: InvoiceFiles = { ...files, ...(hasDrive && { check }) };
