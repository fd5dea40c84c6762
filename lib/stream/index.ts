// Keep data up to date from a stream
export { type StreamManagerOptions, type StreamWrite, streamManager, type Topic } from './streamManager';

// Where messages come from
export { type ServerSentEventOptions, serverSentEventSource } from './serverSentEventSource';
export { type WebSocketOptions, webSocketSource } from './webSocketSource';
export type { StreamConnection, StreamEnd, StreamHandlers, StreamMemory, StreamSource } from './StreamSource';

// How the connection is
export { Connection } from './Connection';
export type { ConnectionStatus } from './reconnectingStream';
