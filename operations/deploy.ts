import { deployCommand } from './deploy/deploy-command.ts';
import { runCommand } from './run-command.ts';

await runCommand(deployCommand);
