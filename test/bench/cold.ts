import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fillPortal } from '#local/seed/fill.ts';
import { buildWeb } from '#local/start/build-web.ts';
import { contract } from '#shared/contract/index.ts';
import { openPortal } from '#test/support/portal/open-portal.ts';
import { DELAYS } from '#test/support/portal/real-delays.ts';
import { type Bound, printTable } from './bounds.ts';
import { median } from './measure.ts';
import { launchPhoneBrowser, openOnPhone, SCREENS, type Screen } from './phone-screens.ts';
import type { Conditions } from './phone-vitals.ts';

const ROUNDS = 5;
/** What Lambda takes to start a function and load its code. */
const COLD_START_MS = 450;

const CONDITIONS = ['slow 4G', 'office'] as const satisfies Conditions[];
const FUNCTIONS = ['warm', 'cold'] as const;

/** Measures when the first screens answer if Lambda starts each function that they ask for, and if none. */
export const measureCold = async (): Promise<Bound[]> => {
  await buildWeb();
  const portal = await openPortal(mkdtempSync(join(tmpdir(), 'ow-connect-bench-')), {
    fill: ({ freshdesk }) => fillPortal(freshdesk.context, new Date()),
  });
  await portal.warm();
  const browser = await launchPhoneBrowser();

  const cold = new Set<string>();
  const asked = new Set<string>();
  const phone = await openOnPhone(browser, portal.url, async (path) => {
    asked.add(path);
    if (cold.delete(path)) {
      await sleep(COLD_START_MS);
    }
  });
  portal.dataApi.delayCalls(() => sleep(DELAYS.dataApi.median));

  const visit = async (screen: Screen, conditions: Conditions) => {
    const { answers } = await phone.visit(screen, conditions);

    return answers[screen.answers[0]]?.ms ?? Number.NaN;
  };

  try {
    const rows = [];
    for (const screen of SCREENS) {
      asked.clear();
      await visit(screen, 'office');
      const routes = [...asked].filter(
        (path) => path.startsWith('/api/') && path !== contract.auth.login.path,
      );
      for (const conditions of CONDITIONS) {
        const times = { warm: [] as number[], cold: [] as number[] };
        for (let round = 0; round < ROUNDS; round += 1) {
          for (const state of FUNCTIONS) {
            for (const path of state === 'cold' ? routes : []) {
              cold.add(path);
            }
            times[state].push(await visit(screen, conditions));
          }
        }
        rows.push({
          path: screen.path,
          conditions,
          'routes asked': routes.length,
          'warm ms': median(times.warm),
          'cold ms': median(times.cold),
        });
      }
    }

    printTable(
      `The answer with ${DELAYS.dataApi.median} ms for a Data API call, and ${COLD_START_MS} ms more for the first call of a cold function (medians of ${ROUNDS})`,
      rows,
    );

    return [];
  } finally {
    phone.stop();
    await browser.close();
    await portal.stop();
  }
};
