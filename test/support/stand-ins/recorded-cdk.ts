import { appendFileSync } from 'node:fs';

/** Replaces CDK's command line: records its calls, and fails where the test wants it. */
const { RECORDED_CDK = '', FAILING_CDK = 'nothing' } = process.env;
const args = process.argv.slice(2);

appendFileSync(RECORDED_CDK, `${args.join(' ')}\n`);
process.exitCode = args.includes(FAILING_CDK) ? 3 : 0;
