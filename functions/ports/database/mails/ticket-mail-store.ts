export interface TicketMailStore {
  /**
   * Orders a mail for each ticket with an answer of an agent that the copy has got since the last call, at most one
   * a ticket in 15 minutes. Without `isOn` it only notes that the answers are no longer new.
   */
  orderForAnswers(isOn: boolean, now: Date): Promise<void>;
}
