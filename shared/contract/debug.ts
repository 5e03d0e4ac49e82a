import * as z from 'zod';
import { textOrNull, timestamp } from './fields.ts';
import { defineRoutes } from './route.ts';

/** The tests of the debug console, by the last part of their address. */
const DEBUG_TESTS = ['google-drive', 'test-invoice-upload', 'fix-invoice-permissions', 'system'] as const;
export type DebugTest = (typeof DEBUG_TESTS)[number];

/** The fields of a fault that are shown, and no others, so that no secret of a vendor's answer is among them (D6). */
const debugError = z.object({
  message: z.string(),
  code: textOrNull,
  status: z.number().int().nullable(),
  /** One line each. */
  details: z.array(z.string()),
});
export type DebugError = z.infer<typeof debugError>;

const debugStep = z.object({
  name: z.string(),
  status: z.enum(['SUCCESS', 'FAILED']),
  /** The finding, in words. */
  result: textOrNull,
  error: debugError.nullable(),
  durationMs: z.number().int().nullable(),
});
export type DebugStep = z.infer<typeof debugStep>;

export const debugResult = z.object({
  success: z.boolean(),
  message: z.string(),
  error: z.object({ message: z.string() }).nullable(),
  results: z.object({ timestamp, tests: z.array(debugStep) }),
});
export type DebugResult = z.infer<typeof debugResult>;

export const keptDebugResult = debugResult.extend({
  test: z.enum(DEBUG_TESTS),
  /** The administrator's name; null once the account is deleted. */
  who: textOrNull,
  when: timestamp,
});
export type KeptDebugResult = z.infer<typeof keptDebugResult>;

const run = { access: 'admin', response: debugResult, refuses: ['too_many_requests'] } as const;

export const debug = defineRoutes('debug', {
  drive: {
    method: 'GET',
    path: '/api/debug/google-drive',
    summary: 'Test the connection to the cloud drive',
    uses: ['database', 'driveConsole'],
    ...run,
  },
  upload: {
    method: 'POST',
    path: '/api/debug/test-invoice-upload',
    summary: 'Test the upload of a PDF: a file is made, read back, compared and removed',
    uses: ['database', 'driveConsole'],
    ...run,
  },
  permissions: {
    method: 'POST',
    path: '/api/debug/fix-invoice-permissions',
    summary: 'Take back every permission that was given to the PDF of an invoice by itself',
    uses: ['database', 'driveConsole'],
    ...run,
  },
  system: {
    method: 'POST',
    path: '/api/debug/system',
    summary: 'Check everything that the portal stands on',
    uses: [
      'database',
      'queueChecks',
      'deadLetterCounts',
      'driveConsole',
      'helpdesk',
      'mailAccount',
      'pdfPrinter',
    ],
    memoryMegabytes: 2048,
    ...run,
  },
  results: {
    method: 'GET',
    path: '/api/debug/results',
    summary: 'The last result of each test, with who ran it and when',
    access: 'admin',
    uses: ['database'],
    readsBesideCheck: true,
    response: z.array(keptDebugResult),
  },
});
