import { jwtVerify, SignJWT } from 'jose';

export const signAndVerify = async (key: Uint8Array) =>
  jwtVerify(await new SignJWT().setProtectedHeader({ alg: 'HS256' }).sign(key), key);
