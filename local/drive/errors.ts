import type { HttpAnswer } from '#local/http/http-server.ts';

interface ErrorPlace {
  location: string;
  locationType: 'parameter' | 'header' | 'other';
}

/** A refusal in Google's words: https://developers.google.com/workspace/drive/api/guides/handle-errors */
export class DriveError extends Error {
  readonly status: number;
  readonly reason: string;
  readonly domain: string;
  readonly place: ErrorPlace | undefined;

  constructor(status: number, reason: string, message: string, place?: ErrorPlace, domain = 'global') {
    super(message);
    this.status = status;
    this.reason = reason;
    this.domain = domain;
    this.place = place;
  }
}

export const json = (status: number, body: unknown): HttpAnswer => ({
  status,
  headers: { 'content-type': 'application/json; charset=UTF-8' },
  body: JSON.stringify(body),
});

export const toErrorAnswer = ({ status, reason, message, domain, place }: DriveError) =>
  json(status, { error: { code: status, message, errors: [{ message, domain, reason, ...place }] } });

export const fileNotFound = (fileId: string) =>
  new DriveError(404, 'notFound', `File not found: ${fileId}.`, {
    location: 'fileId',
    locationType: 'parameter',
  });

export const driveNotFound = (driveId: string) =>
  new DriveError(404, 'notFound', `Shared drive not found: ${driveId}`, {
    location: 'driveId',
    locationType: 'parameter',
  });

export const invalidParameter = (location: string, message = 'Invalid Value') =>
  new DriveError(400, 'invalid', message, { location, locationType: 'parameter' });
