import { Parser } from 'htmlparser2';

export const makeParser = () => new Parser({});
