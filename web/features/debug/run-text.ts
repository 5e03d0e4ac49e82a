import type { DebugStep, KeptDebugResult } from '#shared/contract/debug.ts';
import { formatDateTime, formatTime, TIME_ZONE } from '#shared/dates.ts';
import { NON_BREAKING_SPACE } from '#shared/numbers.ts';

/** 'Nov 21, 2026 23:10:05' */
export const formatMoment = (iso: string): string => `${formatDateTime(iso)}${formatTime(iso).slice(-3)}`;

/** '340 ms', '1,2 s' */
export const formatDuration = (durationMs: number): string =>
  durationMs < 1000
    ? `${durationMs}${NON_BREAKING_SPACE}ms`
    : `${(durationMs / 1000).toFixed(1).replace('.', ',')}${NON_BREAKING_SPACE}s`;

export const tellWho = ({ who }: Pick<KeptDebugResult, 'who'>): string =>
  who === null ? 'a deleted account' : who || 'Unknown';

export const tellOutcome = ({ success }: Pick<KeptDebugResult, 'success'>): DebugStep['status'] =>
  success ? 'SUCCESS' : 'FAILED';

/** Returns the unchanged errors of the answer; undefined if there are none. */
export const rawErrors = ({ error, results }: KeptDebugResult): string | undefined => {
  const tests = results.tests.flatMap(({ name, error }) => (error ? [{ name, error }] : []));
  if (!error && tests.length === 0) {
    return undefined;
  }

  return JSON.stringify({ error, tests }, null, 2);
};

const linesOfStep = ({ name, status, result, error, durationMs }: DebugStep, index: number): string[] => [
  `${index + 1}. ${name}: ${status}${durationMs === null ? '' : ` (${formatDuration(durationMs)})`}`,
  ...[
    result,
    error?.message,
    error?.code && `Code: ${error.code}`,
    error?.status && `Status: ${error.status}`,
    ...(error?.details ?? []),
  ].flatMap((line) => (line ? [`   ${line}`] : [])),
];

/** Returns a run as plain text for a support request: exactly what the screen shows. */
export const textOfRun = (label: string, kept: KeptDebugResult): string =>
  [
    `System Debug Console: ${label}`,
    `${tellOutcome(kept)}: ${kept.message}`,
    `Time: ${formatMoment(kept.results.timestamp)} (${TIME_ZONE})`,
    `Run by: ${tellWho(kept)}`,
    '',
    ...kept.results.tests.flatMap(linesOfStep),
  ].join('\n');
