import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, it, vi } from 'vitest';
import { unpackChromium } from '#functions/adapters/chromium/chromium-binary.ts';

afterEach(() => vi.unstubAllEnvs());

it('unpacks one whole browser and leaves nothing else behind, also when two ask at the same time', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'unpack-test-'));
  vi.stubEnv('TMPDIR', folder);

  const [first, second] = await Promise.all([unpackChromium(), unpackChromium()]);

  expect(second).toEqual(first);
  expect(await readdir(folder)).toHaveLength(1);
  expect((await readdir(dirname(first.executablePath))).sort()).toEqual([
    'chromium',
    'lib',
    'libEGL.so',
    'libGLESv2.so',
    'libvk_swiftshader.so',
    'libvulkan.so.1',
    'vk_swiftshader_icd.json',
  ]);
  const { stdout } = await promisify(execFile)(first.executablePath, ['--version'], {
    env: { LD_LIBRARY_PATH: first.librariesFolder },
  });
  expect(stdout).toMatch(/\d+\.\d+/);
  await rm(folder, { recursive: true });
});
