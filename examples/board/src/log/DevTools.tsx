import { createDevTools } from '@redux-devtools/core';
import { InspectorMonitor } from '@redux-devtools/inspector-monitor';

/** The Redux DevTools, on the page instead of in the browser's own panel. */
export const DevTools = createDevTools(<InspectorMonitor theme="inspector" />);
