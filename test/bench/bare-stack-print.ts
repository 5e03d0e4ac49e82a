/** The bare stack of what also prints. */
import chromium from '@sparticuz/chromium';
import { launch } from 'puppeteer-core';

export { drive, handler } from './bare-stack-drive.ts';

export const openBrowser = () => launch({ args: chromium.args, headless: 'shell' });
