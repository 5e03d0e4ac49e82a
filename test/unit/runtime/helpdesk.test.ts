import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const loadHelpdesk = async () => (await import('#functions/runtime/ports/helpdesk-port.ts')).helpdesk;

describe('the helpdesk of a function', () => {
  beforeEach(() => {
    vi.resetModules();
    vi.stubEnv('HELPDESK_URL', 'https://owconnect.freshdesk.com');
    vi.stubEnv(
      'HELPDESK_KEY_SECRET_ARN',
      'arn:aws:secretsmanager:af-south-1:000000000000:secret:helpdesk-key',
    );
    for (const name of ['DATABASE_ARN', 'DATABASE_SECRET_ARN', 'DATABASE_NAME']) {
      vi.stubEnv(name, 'portal');
    }
    vi.stubEnv('HELPDESK_ID_PREFIX', 'ow-connect');
    vi.stubEnv('HELPDESK_CLIENT_FIELDS', '');
    vi.stubEnv(
      'HELPDESK_ATTACHMENT_ADDRESSES',
      'https://s3.amazonaws.com/cdn.freshdesk.com/, https://a.example',
    );
  });
  afterEach(() => vi.unstubAllEnvs());

  it('the helpdesk port is defined if a helpdesk is configured', async () => {
    expect(await loadHelpdesk()).toBeDefined();
  });

  it('the helpdesk port is undefined if no helpdesk is configured', async () => {
    vi.stubEnv('HELPDESK_URL', '');

    expect(await loadHelpdesk()).toBeUndefined();
  });

  it.each([
    ['HELPDESK_URL', 'owconnect.freshdesk.com'],
    ['HELPDESK_ID_PREFIX', ''],
    ['HELPDESK_ATTACHMENT_ADDRESSES', 'https://a.example,javascript:alert(1)'],
  ])('a function does not start if %s is %j', async (name, value) => {
    vi.stubEnv(name, value);

    await expect(loadHelpdesk()).rejects.toThrow(`These settings are missing or malformed: ${name}`);
  });
});
