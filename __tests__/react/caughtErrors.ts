import { version } from 'react';
// First, so that its hooks run before those of this file.
import '../helpers/createTestStore';

/**
 * What React 18, which has no `onCaughtError`, logs before and after a boundary catches an error.
 *
 * An error that no boundary catches still fails the test: React throws it out of the rendering.
 */
const CAUGHT = /^(Error: Uncaught |The above error occurred in )/;

if (version.startsWith('18.')) {
  beforeEach(() => {
    const { error } = console;
    console.error = (...said: unknown[]) => {
      if (!CAUGHT.test(String(said[0]))) error(...said);
    };
  });
}
