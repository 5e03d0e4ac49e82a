import { afterAll, beforeAll, expect, it } from 'vitest';
import { fuzzContract } from '#test/support/contract/fuzz.ts';
import { NO_SHARES } from '#test/support/helpdesk/tickets.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

/** `FUZZ_SEED` sets another seed. */
const seed = Number(process.env.FUZZ_SEED ?? 20_261_121);

let portal: TestPortal;

beforeAll(async () => {
  portal = await startTestPortal({ settings: NO_SHARES });
});
afterAll(() => portal.stop());

it(`thousands of fuzzed requests are answered with a sentence and write nothing (seed ${seed})`, {
  timeout: 3_600_000,
}, async () => {
  const { sent, byStatus, faults } = await fuzzContract(portal, {
    seed,
    casesPerRoute: 400,
    shareOfOthers: 0.2,
  });

  process.stdout.write(`fuzzer, seed ${seed}: ${sent} requests, ${JSON.stringify(byStatus)}\n`);
  expect(faults, `with FUZZ_SEED=${seed}`).toEqual([]);
  expect(sent).toBeGreaterThan(3_000);
});
