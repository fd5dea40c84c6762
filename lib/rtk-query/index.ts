'use client';

// Next to an RTK Query API

export { type BaseQueryManagerOptions, type BaseQueryRequest, baseQueryManager } from './baseQueryManager';
export type { BridgedApi, EndpointSchemas } from './BridgedApi';
export { bridgeApi } from './bridgeApi';
