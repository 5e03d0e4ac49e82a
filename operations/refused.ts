/** A sentence for the person at the terminal; the command prints it and ends with 1. */
export class Refused extends Error {}
