import { tmpdir } from 'node:os';
import { join } from 'node:path';
import chromium from '@sparticuz/chromium';
import { type Browser, launch, type Page } from 'puppeteer-core';
import type { PdfPrinter } from '#functions/ports/pdf-printer.ts';
import { unpackChromium } from './chromium-binary.ts';

interface ChromiumPrinterOptions {
  /** A folder with `fonts.conf` and the font files that it names; the browser sees no other font. */
  fontsFolder: string;
  /** How long one print may take, with the launch of the browser where there is none yet. */
  timeoutMs: number;
  /** A Chromium of your own; by default the one that @sparticuz/chromium brings (x86_64 Linux). */
  executablePath?: string;
}

interface RunningBrowser {
  browser: Promise<Browser>;
  /** Kills the browser, also while it is being launched. */
  killer: AbortController;
}

/** Flags of the package that weaken the browser and that a page without any request does not need. */
const REFUSED_FLAGS = new Set(['--disable-web-security', '--allow-running-insecure-content']);

/**
 * The package's flags for Lambda, with `--single-process`: without it Chromium does not start on Lambda
 * ("prctl(PR_SET_NO_NEW_PRIVS) failed", Sparticuz/chromium#80 and #81; Remotion reports the same). The price is
 * that such a browser dies with its renderer and holds a single browser context (puppeteer#2608): a lost browser
 * is replaced, and jobs are kept apart by a page each, which runs no script, stores nothing and loads nothing.
 *
 * The last flag fails every name and address, for what request interception does not see (preconnect, DNS prefetch).
 */
const FLAGS = [
  ...chromium.args.filter((flag) => !REFUSED_FLAGS.has(flag)),
  '--host-resolver-rules=MAP * ~NOTFOUND',
];

const launchBrowser = async (options: ChromiumPrinterOptions, signal: AbortSignal): Promise<Browser> => {
  const unpacked = options.executablePath === undefined ? await unpackChromium() : undefined;

  return launch({
    executablePath: options.executablePath ?? unpacked?.executablePath ?? '',
    args: FLAGS,
    headless: 'shell',
    // No debugging port for others to find, and a browser that ends with this process however that ends.
    pipe: true,
    signal,
    timeout: options.timeoutMs,
    protocolTimeout: options.timeoutMs,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    // All that the browser gets to know: not the credentials that stand in this process's environment.
    env: {
      FONTCONFIG_FILE: join(options.fontsFolder, 'fonts.conf'),
      HOME: tmpdir(),
      XDG_CACHE_HOME: tmpdir(),
      LD_LIBRARY_PATH: unpacked?.librariesFolder,
    },
  });
};
