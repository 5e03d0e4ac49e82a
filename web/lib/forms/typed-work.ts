/** Calls `leave`, at once or after the person has said that typed work may be lost. */
type Ask = (leave: () => void) => void;

/** The forms with typed work that are on the screen, the newest last. */
const asking: Ask[] = [];

/** Lets a form with typed work be asked before something ends that it cannot outlive. Returns what ends that. */
export const askBeforeLeaving = (ask: Ask): (() => void) => {
  asking.push(ask);

  return () => {
    asking.splice(asking.indexOf(ask), 1);
  };
};

export const leaveTypedWork: Ask = (leave) => (asking.at(-1) ?? ((go) => go()))(leave);
