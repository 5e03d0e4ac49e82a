import { afterEach, describe, expect, it, vi } from 'vitest';

/** The ports of a cloud drive as a function has them whose settings name this one. */
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
  it('starts, and offers nothing to check', async () => {
    const { invoiceFiles } = await openPorts('');

    expect(invoiceFiles.check).toBeUndefined();
  });

  it('refuses a PDF, and tells the debug console which setting is missing', async () => {
    const { invoiceFiles, driveConsole } = await openPorts('');

    await expect(invoiceFiles.generateId()).rejects.toMatchObject({ code: 'unavailable' });
    await expect(driveConsole.renewToken()).rejects.toThrow('its setting driveId is missing');
  });
});

it('a portal with a cloud drive has it checked', async () => {
  const { invoiceFiles } = await openPorts('drive');

  expect(invoiceFiles.check).toBeTypeOf('function');
});
