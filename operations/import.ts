import { importCommand } from './import/import-command.ts';
import { runCommand } from './run-command.ts';

await runCommand(importCommand);
