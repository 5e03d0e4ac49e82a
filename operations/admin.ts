import { adminCommand } from './admin/admin-command.ts';
import { runCommand } from './run-command.ts';

await runCommand(adminCommand);
