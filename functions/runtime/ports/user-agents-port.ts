export { readUserAgent } from '#functions/adapters/bowser/bowser-user-agents.ts';
