import { copyToRegion } from '#functions/domain/system/copy-to-region.ts';
import { regionCopies } from '#functions/runtime/ports/region-copies-port.ts';
import { task } from '#functions/runtime/task.ts';

export const handler = task('region-copy', { regionCopies }, async ({ ports, clock, logFigures }) => {
  if (ports.regionCopies) {
    logFigures(await copyToRegion(ports.regionCopies, clock()));
  }
});
