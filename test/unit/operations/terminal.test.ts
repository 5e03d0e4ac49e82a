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
  it('the terminal hides a secret answer by raw mode, which turns the echo off', async () => {
    const { input, terminal, modes, shown } = open();
    const answer = terminal.askHidden('Password');
    input.write(`${SECRET}x\x7f\r`);

    expect(await answer).toBe(SECRET);
    expect(shown()).toBe('Password: \n');
    expect(modes).toEqual([true, false]);
  });

  it('the terminal keeps the spaces around a hidden answer, and trims other answers', async () => {
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
  ])('the terminal takes the answer %j as a yes: %s', async (typed, isYes) => {
    const { input, terminal } = open();
    const answer = terminal.confirm('Go on?');
    input.write(`${typed}\r`);

    expect(await answer).toBe(isYes);
  });

  it.each([
    ['Ctrl-C', '\x03'],
    ['Ctrl-D', '\x04'],
  ])('the terminal stops with "Interrupted." after %s', async (_name, key) => {
    const { input, terminal } = open();
    const answer = terminal.askHidden('Password');
    input.write(key);

    await expect(answer).rejects.toThrow('Interrupted.');
  });

  it('the terminal asks no hidden question if the input is no TTY', async () => {
    await expect(open(false).terminal.askHidden('Password')).rejects.toThrow('please run it on a terminal');
  });
});
