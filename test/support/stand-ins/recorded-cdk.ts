import { appendFileSync } from 'node:fs';

/** Stands in the place of CDK's command line: keeps what it was asked, and fails where the test wants it. */
const { RECORDED_CDK = '', FAILING_CDK = 'nothing' } = process.env;
const args = process.argv.slice(2);

appendFileSync(RECORDED_CDK, `${args.join(' ')}\n`);
process.exitCode = args.includes(FAILING_CDK) ? 3 : 0;
