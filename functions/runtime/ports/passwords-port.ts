export { passwords } from '#functions/adapters/crypto/argon2-passwords.ts';
