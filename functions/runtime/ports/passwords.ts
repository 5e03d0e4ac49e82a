export { passwords } from '#functions/adapters/passwords.ts';
