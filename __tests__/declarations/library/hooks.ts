// The same for components, and for entities made from Zod schemas.
import { resource } from 'rdc-toolkit';
import {
  useCache,
  useController,
  useDLE,
  useFetch,
  useLive,
  useLoading,
  usePages,
  useQuery,
  useSuspense,
} from 'rdc-toolkit/react';
import { zodEntity } from 'rdc-toolkit/zod';
import { z } from 'zod';
import { found, getPage, TodoResource } from './resources.js';

export const useTodo = (id: string) => useSuspense(TodoResource.get, { list: '', id });
export const useLiveTodo = (id: string) => useLive(TodoResource.get, { list: '', id });
export const useTodoState = (id: string) => useDLE(TodoResource.get, { list: '', id });
export const useTodoPromise = (id: string) => useFetch(TodoResource.get, { list: '', id });
export const useTodos = () => useCache(TodoResource.getList, { list: '' });
export const useFound = (q: string) => useQuery(found, { q });
export const useTodoPages = () =>
  usePages(getPage, page => [{ list: '', page }], { first: 1, next: () => undefined });
export const useSave = () => useLoading(async (title: string) => title);
export const useData = () => useController();

const song = z.object({ id: z.string(), title: z.string() });
export class Song extends zodEntity('Song', song) {}
export const SongResource = resource({ path: '/songs/:id', schema: Song, body: song.partial() });
