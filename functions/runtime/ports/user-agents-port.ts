export { userAgents } from '#functions/adapters/bowser/bowser-user-agents.ts';
