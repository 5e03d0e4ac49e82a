import { afterRestoreCommand } from './after-restore/after-restore-command.ts';
import { runCommand } from './run-command.ts';

await runCommand(afterRestoreCommand);
