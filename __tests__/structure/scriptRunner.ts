import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';

/** What a script has come to. */
export interface ScriptRun {
  readonly passed: boolean;
  /** What it has written on the console. */
  readonly output: string;
}

let child: ChildProcess | undefined;
let isBusy = false;

afterAll(() => {
  child?.kill();
  child = undefined;
});

/** Runs a script of `scripts/`, one at a time, in a process that lives until the file is done. */
export function runScript(name: string, ...args: readonly string[]): Promise<ScriptRun> {
  // What a test that has timed out left running must not respond to the next one.
  if (isBusy) {
    child?.kill();
    child = undefined;
  }
  isBusy = true;
  child ??= fork(join(__dirname, 'runScripts.mjs'));
  const running = child;
  return new Promise((done, failed) => {
    const ended = (code: number | null) => failed(new Error(`The process of scripts ended with ${code}.`));
    running.once('exit', ended);
    running.once('message', run => {
      running.off('exit', ended);
      isBusy = false;
      done(run as ScriptRun);
    });
    running.send({ script: join(__dirname, '../../scripts', name), args });
  });
}
