import { makeChromiumPrinter } from '#functions/adapters/chromium/chromium.ts';
import { timeLeftMs } from '../deadline.ts';
import { readSettings, requiredSetting } from '../settings.ts';

const PRINT_TIMEOUT_MS = 20_000;

const settings = readSettings({ FONTS_FOLDER: requiredSetting });

export const pdfPrinter = makeChromiumPrinter({
  fontsFolder: settings.FONTS_FOLDER,
  timeoutMs: PRINT_TIMEOUT_MS,
  timeLeftMs,
});
