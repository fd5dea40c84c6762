// An app that resolves packages as Node 10 did: without the field `exports`.
import { Entity, resource } from 'rdc-toolkit';
import { useSuspense } from 'rdc-toolkit/react';
import { streamState } from 'rdc-toolkit/server';
import { streamManager } from 'rdc-toolkit/stream';
import { fixture } from 'rdc-toolkit/testing';
import { zodEntity } from 'rdc-toolkit/zod';

class Todo extends Entity {
  id = '';
  title = '';
  static key = 'Todo';
}
const TodoResource = resource({ path: '/todos/:id', schema: Todo });

export const useTitle = (id: string): string => useSuspense(TodoResource.get, { id }).title;
export const others = [streamState, streamManager, fixture, zodEntity];
