import { AppError } from '#shared/errors.ts';

/** Somebody writes money for so long that others would have to wait. */
export class BooksAreBusy extends AppError {
  constructor() {
    super('unavailable', 'Somebody is still writing to the books. Nothing was changed. Please try again.', {
      retryAfterSeconds: 5,
    });
    this.name = 'BooksAreBusy';
  }
}
