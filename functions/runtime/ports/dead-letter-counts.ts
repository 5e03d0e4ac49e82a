export { deadLetters as deadLetterCounts } from './dead-letters.ts';
