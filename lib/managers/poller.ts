import { startTimer, type Timer } from '../plain/startTimer';

/**
 * Sets the time from one beginning to the next, in milliseconds; `undefined` stops.
 *
 * The time that has passed since the last one counts. What would have been done during a pause is not caught up with;
 * afterwards it goes on, at once when a time has passed meanwhile.
 */
export type Poller = (frequency: number | undefined, isPaused: boolean) => void;

/**
 * Calls `poll` at a fixed frequency.
 *
 * Times are multiples of the frequency, however late a timer fires: nothing adds
 * up. A time at which the last poll is still in flight is left out.
 *
 * @param poll settles when it is through; whether it failed does not matter
 */
export function poller(poll: () => Promise<unknown>): Poller {
  let frequency: number | undefined;
  let timer: Timer | undefined;
  let isInFlight = false;
  let paused = false;
  // Of the monotonic clock: setting the time of day must not stop or double a poll.
  let lastDue = performance.now();

  function schedule() {
    timer?.cancel();
    timer = undefined;
    if (frequency === undefined || paused) return;
    timer = startTimer(Math.max(0, lastDue + frequency - performance.now()), tick);
  }

  function tick() {
    if (frequency === undefined) return;
    // The latest time that is due: after a sleep there is one poll, not all that were missed.
    lastDue += Math.max(1, Math.floor((performance.now() - lastDue) / frequency)) * frequency;
    schedule();
    if (isInFlight) return;
    isInFlight = true;
    const done = () => {
      isInFlight = false;
    };
    poll().then(done, done);
  }

  return (next, isPaused) => {
    if (frequency === undefined) lastDue = performance.now();
    frequency = next;
    paused = isPaused;
    schedule();
  };
}
