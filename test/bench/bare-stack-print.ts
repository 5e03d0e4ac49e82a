/** The bare stack of functions that also print. */
import chromium from '@sparticuz/chromium';
import { launch } from 'puppeteer-core';

export { drive, handler } from './bare-stack-drive.ts';

export const openBrowser = () => launch({ args: chromium.args, headless: 'shell' });
