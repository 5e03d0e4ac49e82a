import { makeOpenApi } from './openapi.ts';

console.log(JSON.stringify(makeOpenApi(), null, 2));
