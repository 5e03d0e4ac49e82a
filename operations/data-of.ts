import { dataOfCommand } from './data-of/data-of-command.ts';
import { runCommand } from './run-command.ts';

await runCommand(dataOfCommand);
