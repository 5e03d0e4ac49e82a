import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { openTerminal } from '#operations/terminal.ts';

const SECRET = 'swordfish-of-1932';

const open = (isTTY = true) => {
  const modes: boolean[] = [];
  const input = Object.assign(new PassThrough(), {
    isTTY,
    setRawMode: (isRaw: boolean) => modes.push(isRaw),
  });
  const output = new PassThrough();
  let shown = '';
  output.on('data', (chunk) => {
    shown += chunk;
  });
  const terminal = openTerminal({ input, output });

  return { input, terminal, modes, shown: () => shown };
};

describe('a terminal', () => {
  it('shows nothing of a hidden answer, whose echo it takes from the terminal itself', async () => {
    const { input, terminal, modes, shown } = open();
    const answer = terminal.askHidden('Password');
    input.write(`${SECRET}x\x7f\r`);

    expect(await answer).toBe(SECRET);
    expect(shown()).toBe('Password: \n');
    expect(modes).toEqual([true, false]);
  });

  it('keeps the spaces of a hidden answer, and takes those around another one away', async () => {
    const { input, terminal } = open();
    const hidden = terminal.askHidden('Password');
    input.write('  two words \r');
    expect(await hidden).toBe('  two words ');

    const answer = terminal.ask('Name');
    input.write(' Thandi \r');
    expect(await answer).toBe('Thandi');
  });

  it.each([
    ['yes', true],
    ['Y', true],
    ['', false],
    ['no', false],
    ['yesterday', false],
  ])('takes %j for a yes: %s', async (typed, isYes) => {
    const { input, terminal } = open();
    const answer = terminal.confirm('Go on?');
    input.write(`${typed}\r`);

    expect(await answer).toBe(isYes);
  });

  it.each([
    ['Ctrl-C', '\x03'],
    ['Ctrl-D', '\x04'],
  ])('refuses to go on after %s', async (_name, key) => {
    const { input, terminal } = open();
    const answer = terminal.askHidden('Password');
    input.write(key);

    await expect(answer).rejects.toThrow('Interrupted.');
  });

  it('asks nobody where there is no person', async () => {
    await expect(open(false).terminal.askHidden('Password')).rejects.toThrow('please run it on a terminal');
  });
});
