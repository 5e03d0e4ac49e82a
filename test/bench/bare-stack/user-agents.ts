import Bowser from 'bowser';

export const readUserAgent = (text: string) => Bowser.getParser(text);
