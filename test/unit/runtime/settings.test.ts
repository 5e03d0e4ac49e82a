import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { readSettings, requiredSetting } from '#functions/runtime/settings.ts';

const SHAPE = { QUEUE_URL: z.url(), FOLDER_ID: requiredSetting, VAT_NUMBER: z.string().optional() };

describe('the settings of a function', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('readSettings returns only the named environment variables', () => {
    vi.stubEnv('QUEUE_URL', 'https://queue.example/1');
    vi.stubEnv('FOLDER_ID', 'folder');
    vi.stubEnv('SOMETHING_ELSE', 'not asked for');

    expect(readSettings(SHAPE)).toEqual({ QUEUE_URL: 'https://queue.example/1', FOLDER_ID: 'folder' });
  });

  it.each([
    ['missing', undefined, undefined, 'QUEUE_URL, FOLDER_ID'],
    ['empty', 'https://queue.example/1', '', 'FOLDER_ID'],
    ['malformed', 'queue', 'folder', 'QUEUE_URL'],
  ])('%s settings stop a function with one sentence that names them', (_name, queueUrl, folderId, names) => {
    vi.stubEnv('QUEUE_URL', queueUrl);
    vi.stubEnv('FOLDER_ID', folderId);

    expect(() => readSettings(SHAPE)).toThrow(`These settings are missing or malformed: ${names}.`);
  });
});
