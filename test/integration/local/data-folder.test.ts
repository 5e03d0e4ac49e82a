import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { lockDataFolder } from '#local/start/data-folder.ts';
import { StartRefused } from '#local/start/start-refused.ts';

const folder = mkdtempSync(join(tmpdir(), 'ow-connect-folder-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('a data folder', () => {
  it('one of ten portals locks a data folder at the same moment, and it is free again afterwards', async () => {
    const wishes = await Promise.allSettled(Array.from({ length: 10 }, () => lockDataFolder(folder)));
    const held = wishes.flatMap((wish) => (wish.status === 'fulfilled' ? [wish.value] : []));
    const refusals = wishes.flatMap((wish) => (wish.status === 'rejected' ? [wish.reason] : []));

    expect(held).toHaveLength(1);
    expect(refusals.every((reason) => reason instanceof StartRefused)).toBe(true);
    await held[0]?.unlock();
    await (await lockDataFolder(folder)).unlock();
  });

  it('a data folder and a link to it count as the same folder', async () => {
    const { unlock } = await lockDataFolder(folder);
    const link = `${folder}-link`;
    symlinkSync(folder, link);

    await expect(lockDataFolder(link)).rejects.toThrow('Another portal is running on');
    rmSync(link);
    await unlock();
  });

  it('files of others stay when a data folder is emptied', async () => {
    const held = await lockDataFolder(folder);
    mkdirSync(join(folder, 'database'));
    mkdirSync(join(folder, 'my-notes'));
    held.markFilled();
    held.empty();

    expect(held.isFilled()).toBe(false);
    expect(existsSync(join(folder, 'database'))).toBe(false);
    expect(existsSync(join(folder, 'my-notes'))).toBe(true);
    await held.unlock();
  });
});
