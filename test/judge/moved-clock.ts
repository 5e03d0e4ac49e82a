/** The clock of a process, which it moves itself: it runs as fast as the real one, at another time. */

const RealDate = Date;
let aheadMs = 0;

class MovedDate extends RealDate {
  constructor(...parts: [] | ConstructorParameters<DateConstructor>) {
    if (parts.length === 0) {
      super(MovedDate.now());
    } else {
      super(...parts);
    }
  }

  static override now(): number {
    return RealDate.now() + aheadMs;
  }
}

/** Import this before all code that reads the time. */
export const moveClock = (to: string): void => {
  aheadMs = new RealDate(to).getTime() - RealDate.now();
  globalThis.Date = MovedDate as DateConstructor;
};
