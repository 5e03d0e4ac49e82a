import { create } from 'content-disposition';

export const describeFile = (name: string) => create(name);
