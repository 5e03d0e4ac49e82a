/** A refusal with a sentence for the operator; the command prints it and exits with 1. */
export class Refused extends Error {}
