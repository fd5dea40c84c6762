// On the server: send the state as the page renders
export { type StateStream, type StreamStateOptions, streamState } from './streamState';

// In the browser: take it over
export { receiveState } from './receiveState';
