import { setTimeout as sleep } from 'node:timers/promises';
import { makeRandom } from '#local/seed/random.ts';
import type { TestPortal } from './open-portal.ts';

const NORMAL_P99 = 2.326;
const MEGABYTE = 1024 * 1024;

/** Delays of the vendors' answers in Cape Town, published or estimated, in ms. */
export const DELAYS = {
  /** A call of the Data API: the median and the 99th percentile. */
  dataApi: { median: 80, p99: 570 },
  /**
   * A call of Freshdesk on a new connection. Its handshake takes two round trips, TCP and TLS 1.3, of about 175 ms
   * between Cape Town and Europe; a call on a connection that is kept takes that much less.
   */
  helpdesk: { min: 900, max: 1_100, handshake: 350 },
  drive: { min: 300, max: 600 },
  /** Amazon S3 in the United States, which stores attachments: 4 MB take two seconds after the handshake. */
  files: { handshake: 700, eachMegabyte: 500 },
};

/** Delays the portal's vendors as in Cape Town, with equal random draws each time; returns a function that ends it. */
export const delayVendors = ({ dataApi, freshdesk, drive }: TestPortal): (() => void) => {
  const random = makeRandom(18);
  const share = () => random.integer(1, 1_000_000) / 1_000_001;
  const normal = () => Math.sqrt(-2 * Math.log(share())) * Math.cos(2 * Math.PI * share());
  const between = ({ min, max }: { min: number; max: number }) => sleep(random.integer(min, max));
  const { helpdesk } = DELAYS;
  const { median, p99 } = DELAYS.dataApi;
  const spread = Math.log(p99 / median) / NORMAL_P99;
  const { handshake, eachMegabyte } = DELAYS.files;

  dataApi.delayCalls(() => sleep(median * Math.exp(spread * normal())));
  freshdesk.delayCalls(({ isNewConnection }) =>
    sleep(random.integer(helpdesk.min, helpdesk.max) - (isNewConnection ? 0 : helpdesk.handshake)),
  );
  freshdesk.delayFiles((bytes) => sleep(handshake + (bytes / MEGABYTE) * eachMegabyte));
  drive.delayCalls(() => between(DELAYS.drive));

  return () => {
    for (const vendor of [dataApi, freshdesk, drive]) {
      vendor.delayCalls(async () => {});
    }
    freshdesk.delayFiles(async () => {});
  };
};
