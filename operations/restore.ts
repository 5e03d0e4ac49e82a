import { restoreCommand } from './restore/restore-command.ts';
import { runCommand } from './run-command.ts';

await runCommand(restoreCommand);
