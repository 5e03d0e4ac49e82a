import type { RequestListener } from 'node:http';
import { startListener } from '../http/http-server.ts';
import { StartRefused } from './start-refused.ts';

/** Listens on the port before the portal is ready: requests wait for `open`. */
export const startDoor = async (port: number) => {
  const answering = Promise.withResolvers<RequestListener>();
  const http = await startListener(async (request, response) => {
    const listener = await answering.promise;
    // A caller that has disconnected in the meantime gets no answer.
    if (!response.closed) {
      listener(request, response);
    }
  }, port).catch((error) => {
    if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') {
      throw error;
    }
    const fault = error.code === 'EACCES' ? 'may not be used' : 'is taken';
    throw new StartRefused(`Port ${port} ${fault}. Please choose another PORT.`, { cause: error });
  });

  return {
    url: `http://localhost:${new URL(http.url).port}`,
    server: http.server,
    open: answering.resolve,
    close: http.close,
  };
};
