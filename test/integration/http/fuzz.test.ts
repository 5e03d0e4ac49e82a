import { afterAll, beforeAll, expect, it } from 'vitest';
import { fuzzContract } from '#test/support/contract/fuzz.ts';
import { NO_SHARES } from '#test/support/helpdesk/tickets.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

/** Another seed generates other cases: `FUZZ_SEED=7 npx vitest run --project integration test/integration/http/fuzz`. */
const seed = Number(process.env.FUZZ_SEED ?? 20_261_121);

/** test/long runs all cases. */
let portal: TestPortal;

beforeAll(async () => {
  portal = await startTestPortal({ settings: NO_SHARES });
});
afterAll(() => portal.stop());

it(`fuzzed requests are answered with a sentence and write nothing (seed ${seed})`, async () => {
  const { sent, byStatus, faults } = await fuzzContract(portal, {
    seed,
    casesPerRoute: 4,
    shareOfOthers: 0.1,
  });

  process.stdout.write(`fuzzer, seed ${seed}: ${sent} requests, ${JSON.stringify(byStatus)}\n`);
  expect(faults, `with FUZZ_SEED=${seed}`).toEqual([]);
});
