/** What the command cannot read, and who can. */
export const NOT_REACHED: readonly string[] = [
  'The PDFs of the invoices are on the shared drive: an administrator downloads them in the portal, or a member of the drive by the file ids of the invoices.',
  'The helpdesk keeps the contact, every ticket with its attachments and its mails, and private notes of agents, which are not copied. Export the contact and its tickets there.',
  'Tickets and conversations that nobody opened since they changed are as they were at the last copy.',
  'Amazon SES keeps nothing of a mail. The mail itself is in the mailboxes of recipient and sender.',
  'Logs of the functions name accounts by number, and logs of CloudFront, the API and the firewall network addresses, for the times in docs/operations/run.md.',
  'Backups and copies of the database hold the rows of earlier days until they expire: docs/operations/restore.md.',
  'The bank, the accountant and whoever worked with exports and files of the portal have their own records.',
  'An account that was deleted without an invoice cannot be found by its OW number: only figures without a name remain of it.',
];
