// Keep data up to date from a stream
export { type StreamManagerOptions, streamManager } from './streamManager';
export type { StreamWrite } from './messageWriter';
export type { Topic } from './streamTopics';

// Where messages come from
export { type ServerSentEventOptions, serverSentEventSource } from './serverSentEventSource';
export { type WebSocketOptions, webSocketSource } from './webSocketSource';
export type { StreamConnection, StreamEnd, StreamHandlers, StreamMemory, StreamSource } from './StreamSource';

// How the connection is
export { Connection } from './Connection';
export type { ConnectionStatus } from './reconnectingStream';
