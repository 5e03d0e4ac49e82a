export { deadLetters as deadLetterCounts } from './dead-letters-port.ts';
