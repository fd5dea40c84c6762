import { version } from 'react';
import { version as rendererVersion } from 'react-dom';

/** The React version that the project in `jest.config.ts` runs with. */
declare const REACT_MAJOR: number;

it('runs with the React version of the project', () => {
  expect(version.split('.')[0]).toBe(`${REACT_MAJOR}`);
  expect(rendererVersion).toBe(version);
});
