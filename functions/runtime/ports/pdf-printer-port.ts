import * as z from 'zod';
import { makeChromiumPrinter } from '#functions/adapters/chromium/chromium.ts';
import { timeLeftMs } from '#functions/runtime/deadline.ts';
import { readSettings, requiredSetting } from '#functions/runtime/settings.ts';

const PRINT_TIMEOUT_MS = 20_000;

const settings = readSettings({
  FONTS_FOLDER: requiredSetting,
  BROWSER_FOLDER: requiredSetting,
  BROWSER_FOLDER_IS_SHARED: z.stringbool().default(false),
});

export const pdfPrinter = makeChromiumPrinter({
  fontsFolder: settings.FONTS_FOLDER,
  browserFolder: { path: settings.BROWSER_FOLDER, isShared: settings.BROWSER_FOLDER_IS_SHARED },
  timeoutMs: PRINT_TIMEOUT_MS,
  timeLeftMs,
});
