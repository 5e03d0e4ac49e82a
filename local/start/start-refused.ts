/** A refusal with a sentence for the person at the terminal; `npm start` prints it and exits with 1. */
export class StartRefused extends Error {}
