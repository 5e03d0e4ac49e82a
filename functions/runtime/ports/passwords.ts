export { passwords } from '#functions/adapters/crypto/passwords.ts';
