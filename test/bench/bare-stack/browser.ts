import chromium from '@sparticuz/chromium';
import { launch } from 'puppeteer-core';

export const openBrowser = () => launch({ args: chromium.args, headless: 'shell' });
