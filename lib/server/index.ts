// On the server: send the state as the page renders
export { type StateStream, type StreamStateOptions, streamState } from './streamState';

// In the browser: hydrate it
export { receiveState } from './receiveState';
