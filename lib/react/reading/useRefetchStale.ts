import { useEffect } from 'react';
import type { EndpointReading } from '../../observers/EndpointReading';
import { refetchStale } from '../../observers/refetchStale';
import type { EndpointInterface } from '../../types/EndpointInterface';

/** Refetches data that may be shown but is stale: on mount, and when the arguments change. */
export function useRefetchStale(
  endpoint: EndpointInterface,
  args: readonly unknown[],
  reading: EndpointReading,
): void {
  const { observers, key } = reading;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the arguments; expiring while shown does not refetch
  useEffect(() => refetchStale({ endpoint, args }, reading), [observers, endpoint, key]);
}
