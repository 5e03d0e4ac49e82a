import { inviteCommand } from './invite/invite-command.ts';
import { runCommand } from './run-command.ts';

await runCommand(inviteCommand);
