import { afterEach, describe, expect, it, vi } from 'vitest';

/** Loads the drive's ports in a function whose settings name this drive. */
const openPorts = async (driveId: string) => {
  vi.resetModules();
  vi.stubEnv('AWS_REGION', 'af-south-1');
  vi.stubEnv('DRIVE_CREDENTIALS_SECRET_ARN', 'arn');
  vi.stubEnv('DRIVE_ID', driveId);
  vi.stubEnv('DRIVE_FOLDER_ID', driveId && 'folder');
  const { invoiceFiles } = await import('#functions/runtime/ports/invoice-files-port.ts');
  const { driveConsole } = await import('#functions/runtime/ports/drive-console-port.ts');

  return { invoiceFiles, driveConsole };
};

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

describe('a portal without a cloud drive', () => {
  it('a portal without a cloud drive starts and has no drive check', async () => {
    const { invoiceFiles } = await openPorts('');

    expect(invoiceFiles.check).toBeUndefined();
  });

  it('a portal without a cloud drive refuses a PDF, and the debug console names the missing setting', async () => {
    const { invoiceFiles, driveConsole } = await openPorts('');

    await expect(invoiceFiles.generateId()).rejects.toMatchObject({ code: 'unavailable' });
    await expect(driveConsole.renewToken()).rejects.toThrow('its setting driveId is missing');
  });
});

it('a portal with a cloud drive has a drive check', async () => {
  const { invoiceFiles } = await openPorts('drive');

  expect(invoiceFiles.check).toBeTypeOf('function');
});
