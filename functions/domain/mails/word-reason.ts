import { FAILURE_REASONS, SKIP_REASONS } from '#shared/mail-kinds.ts';

const REASONS: Record<string, string> = { ...SKIP_REASONS, ...FAILURE_REASONS };

/** Returns the sentence for the reason why a mail was skipped, refused or given up. */
export const wordReason = (code: string | null): string | null =>
  code === null ? null : (REASONS[code] ?? null);
