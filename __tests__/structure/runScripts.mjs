// Runs scripts of the project one after the other in one process, which loads TypeScript once: see scriptRunner.ts.
import { pathToFileURL } from 'node:url';

let runs = 0;

process.on('message', async ({ script, args }) => {
  let output = '';
  console.log = text => {
    output += `${text}\n`;
  };
  process.argv = [process.execPath, script, ...args];
  process.exitCode = 0;
  try {
    await import(`${pathToFileURL(script)}?run=${++runs}`);
  } catch (error) {
    output += error.stack;
    process.exitCode = 1;
  }
  process.send({ passed: process.exitCode === 0, output });
  process.exitCode = 0;
});
