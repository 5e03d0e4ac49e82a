import { resumeMailCommand } from './resume-mail/resume-mail-command.ts';
import { runCommand } from './run-command.ts';

await runCommand(resumeMailCommand);
