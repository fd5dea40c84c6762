import { createDevTools } from '@redux-devtools/core';
import { NamedInspector } from './NamedInspector';

/** The Redux DevTools, on the page instead of in the browser's own panel. */
export const DevTools = createDevTools(<NamedInspector theme="inspector" />);
