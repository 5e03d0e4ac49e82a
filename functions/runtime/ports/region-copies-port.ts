import * as z from 'zod';
import { makeRegionCopies } from '#functions/adapters/aws/rds-region-copies.ts';
import type { RegionCopies } from '#functions/ports/region-copies.ts';
import { timeLeftMs } from '#functions/runtime/deadline.ts';
import { readSettings } from '#functions/runtime/settings.ts';

const { DATABASE_CLUSTER, COPY_REGION, COPY_KEY, COPY_PREFIX } = readSettings({
  DATABASE_CLUSTER: z.string(),
  /** Empty if no copy leaves the region. */
  COPY_REGION: z.string(),
  COPY_KEY: z.string(),
  COPY_PREFIX: z.string(),
});

export const regionCopies: RegionCopies | undefined =
  COPY_REGION === ''
    ? undefined
    : makeRegionCopies({
        cluster: DATABASE_CLUSTER,
        copyRegion: COPY_REGION,
        copyKey: COPY_KEY,
        copyPrefix: COPY_PREFIX,
        patience: { connectMs: 3_000, callMs: 15_000, timeLeftMs },
      });
