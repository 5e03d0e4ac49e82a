import { vi } from 'vitest';

/** Sends as the browser's does, through the answers of the test, and notes the key of each request. */
export const stubRequests = () => {
  const keys: (string | undefined)[] = [];
  class Request {
    status = 0;
    statusText = '';
    responseText = '';
    upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
    onload = () => undefined;
    onerror = () => undefined;
    headers: Record<string, string> = {};
    sendTo = async (_body: string): Promise<void> => undefined;

    open(method: string, url: string) {
      this.sendTo = async (body) => {
        this.upload.onprogress?.({ loaded: 1, total: 1 });
        const answer = await fetch(url, { method, body });
        Object.assign(this, { status: answer.status, responseText: await answer.text() });
      };
    }

    setRequestHeader(name: string, value: string) {
      this.headers[name] = value;
    }

    getAllResponseHeaders() {
      return 'content-type: application/json\r\n';
    }

    send(body: string) {
      keys.push(this.headers['idempotency-key']);
      this.sendTo(body).then(
        () => this.onload(),
        () => this.onerror(),
      );
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request);

  return keys;
};
