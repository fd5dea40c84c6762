import { startTimer, type Timer } from '../plain/startTimer';

/**
 * Sets the time from the start of one poll to the next, in milliseconds; `undefined` stops.
 *
 * The time since the last poll counts. Polls missed during a pause are not made up for; after it polling goes on, at
 * once if a poll is due.
 */
export type Poller = (frequency: number | undefined, isPaused: boolean) => void;

/**
 * Calls `poll` at a fixed frequency.
 *
 * Polls are due at multiples of the frequency, however late a timer fires, so delays do not add up. A poll is skipped
 * while the last one is still in flight.
 *
 * @param poll settles when the poll is done, whether it failed or not
 */
export function poller(poll: () => Promise<unknown>): Poller {
  let frequency: number | undefined;
  let timer: Timer | undefined;
  let isInFlight = false;
  let paused = false;
  // Monotonic clock: changing the system time must not stop or double a poll.
  let lastDue = 0;

  function schedule() {
    timer?.cancel();
    timer = undefined;
    if (frequency === undefined || paused) return;
    timer = startTimer(Math.max(0, lastDue + frequency - performance.now()), tick);
  }

  function tick() {
    if (frequency === undefined) return;
    // The latest time that is due: after a sleep there is one poll, not one for each that was missed.
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
