import { closeSync, existsSync, openSync, rmSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import { readSettings } from '#functions/runtime/settings.ts';
import { openDataSubjects } from '../open-store.ts';
import { findPortal } from '../portal-place.ts';
import { Refused } from '../refused.ts';
import { readArguments } from '../run-command.ts';
import type { Terminal } from '../terminal.ts';
import { NOT_REACHED } from './not-reached.ts';
import { readOperator } from './operator.ts';

const USAGE = 'npm run data-of -- <deployment> <OW number>';

const OWNER_ONLY = 0o600;

/** Refuses to run where nobody answers and where files and output are kept for others. */
const requirePerson = (): void => {
  const { CI } = readSettings({ CI: z.string().optional() });
  if (CI) {
    throw new Refused('This command never runs in CI, because its file holds everything about a person.');
  }
};

/** Creates the file before anything is read, so that no data is fetched in vain; refuses one that exists. */
const createFile = (file: string): number => {
  try {
    return openSync(file, 'wx', OWNER_ONLY);
  } catch (cause) {
    throw new Refused(
      existsSync(file) ? `${file} is there already: delete it first.` : `${file} cannot be written.`,
      { cause },
    );
  }
};

/** `npm run data-of -- <deployment> <OW number>` */
export const dataOfCommand = async (args: readonly string[], terminal: Terminal): Promise<void> => {
  const { words } = readArguments(args, { usage: USAGE, words: 2 });
  const [deployment = '', typed = ''] = words;
  requirePerson();
  const owNumber = typed.toUpperCase();
  if (!/^OW\d+$/.test(owNumber)) {
    throw new Refused(`${typed} is no OW number such as OW10001.`);
  }

  const place = await findPortal(deployment);
  const operator = await readOperator(deployment);
  const file = `${owNumber}.data.json`;
  const isWanted = await terminal.confirm(
    `Write everything that ${deployment} holds about ${owNumber} to ${file}? It is recorded that you did, as ${operator}.`,
  );
  if (!isWanted) {
    throw new Refused('Nothing was read.');
  }

  const descriptor = createFile(file);
  try {
    const sections = await openDataSubjects(place).readAllOf(owNumber, operator);
    if (!sections) {
      throw new Refused(
        `No account has ${owNumber}, and no invoice of a deleted account names it. Nothing was written.`,
      );
    }
    const readAt = new Date().toISOString();
    const content = { owNumber, readAt, sections, notReached: NOT_REACHED };
    writeFileSync(descriptor, `${JSON.stringify(content, null, 2)}\n`);
  } catch (error) {
    rmSync(file);
    throw error;
  } finally {
    closeSync(descriptor);
  }
  terminal.say(
    `${file} is written, readable by you alone. Read it before you send it: texts that people typed may name others. Its end lists what the portal cannot reach. Delete it afterwards.`,
  );
};
