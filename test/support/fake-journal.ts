import type { ActivityEntry, AuditEntry, JournalStore } from '#functions/ports/database/journal-store.ts';

export interface JournalState {
  audits: AuditEntry[];
  activities: ActivityEntry[];
  /** Of which account, or undefined for nobody's, and from where. */
  failedSignIns: { userId: number | undefined; address: string }[];
}

export const makeJournalState = (): JournalState => ({ audits: [], activities: [], failedSignIns: [] });

export const makeFakeJournal = (state: JournalState) =>
  ({
    record: async (audit, activity) => {
      state.audits.push(audit);
      if (activity) state.activities.push(activity);
    },
    recordFailedSignIn: async (userId, address) => {
      state.failedSignIns.push({ userId, address });
    },
  }) satisfies Partial<JournalStore>;
