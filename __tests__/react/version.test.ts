import { version } from 'react';
import { version as rendererVersion } from 'react-dom';

/** What the project in `jest.config.ts` promises to run with. */
declare const REACT_MAJOR: number;

it('runs with the React that the project names', () => {
  expect(version.split('.')[0]).toBe(`${REACT_MAJOR}`);
  expect(rendererVersion).toBe(version);
});
