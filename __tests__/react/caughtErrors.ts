import { version } from 'react';
// First, so that what it does before each test comes before what is done here.
import '../helpers/createTestStore';

/**
 * What React 18 writes of an error that a boundary catches, before and after; it knows no `onCaughtError`.
 *
 * What no boundary catches fails a test nonetheless: React throws it out of the rendering.
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
