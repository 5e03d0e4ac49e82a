import type { AttachmentRecord, RecordStore } from './records.ts';

export interface Agent {
  id: number;
  name: string;
  email: string;
}

/** Agents of the helpdesk; the API key belongs to the first. */
export const AGENTS: readonly [Agent, Agent] = [
  { id: 43_000_000_000, name: 'Lerato Khumalo', email: 'lerato@support.owconnect.example' },
  { id: 42_000_000_001, name: 'Pieter van Wyk', email: 'pieter@support.owconnect.example' },
];

export interface FreshdeskContext {
  store: RecordStore;
  now: () => Date;
  /**
   * The documentation lets a note carry `incoming` and a contact's `user_id`, and does not say whether the latter
   * alone makes it incoming. 'as-sent' keeps the flag, 'by-author' derives it.
   */
  noteDirection: 'as-sent' | 'by-author';
  /** Returns an address for the bytes that is valid for a few minutes. */
  signUrl: (attachment: AttachmentRecord) => string;
  /** Returns the permanent address of a picture inside a text. */
  inlineUrl: (attachmentId: number) => string;
}

/** Freshdesk writes instants without fractions of a second. */
export const toInstant = (date: Date): string => `${date.toISOString().slice(0, 19)}Z`;

export const findAgent = (id: number | null): Agent | undefined => AGENTS.find((agent) => agent.id === id);
