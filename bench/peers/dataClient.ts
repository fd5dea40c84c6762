import { Controller, createReducer, initialState } from '@data-client/core';
import { createResource, Entity } from '@data-client/rest';
import type { Issue, IssueState } from '../payloads';
import type { Peer } from './Peer';

class User extends Entity {
  id = 0;
  login = '';
  avatar_url = '';
  html_url = '';
  type = '';
  site_admin = false;
  static override key = 'User';
  pk() {
    return String(this.id);
  }
}

class Label extends Entity {
  id = '';
  name = '';
  color = '';
  description: string | null = null;
  static override key = 'Label';
  pk() {
    return this.id;
  }
}

class Repository extends Entity {
  full_name = '';
  name = '';
  private = false;
  description = '';
  stargazers_count = 0;
  owner = User.fromJS();
  static override key = 'Repository';
  static override schema = { owner: User };
  pk() {
    return this.full_name;
  }
}

class IssueEntity extends Entity {
  id = 0;
  number = 0;
  title = '';
  body = '';
  state: IssueState = 'open';
  locked = false;
  comments = 0;
  html_url = '';
  created_at = '';
  updated_at = '';
  closed_at: string | null = null;
  user = User.fromJS();
  labels: Label[] = [];
  repository = Repository.fromJS();
  static override key = 'Issue';
  static override schema = { user: User, labels: [Label], repository: Repository };
  pk() {
    return String(this.id);
  }
}

const IssueResource = createResource({
  urlPrefix: 'http://bench.test',
  path: '/issues/:id',
  schema: IssueEntity,
  searchParams: {} as { state: string },
});

const { getList } = IssueResource;
const OPEN = { state: 'open' };

/** The library's own reducer and controller, and nothing around them. */
function openController() {
  let state = initialState;
  const controller: Controller = new Controller({
    dispatch: async action => {
      state = reduce(state, action);
    },
    getState: () => state,
  });
  const reduce = createReducer(controller);
  return controller;
}

export const dataClient: Peer = {
  name: 'data-client',
  isNormalized: true,
  open() {
    const controller = openController();
    return {
      receive: issues => void controller.setResponse(getList, OPEN, issues as never),
      receiveClosed: issues => void controller.setResponse(getList, { state: 'closed' }, issues as never),
      read: () =>
        controller.getResponse(getList, OPEN, controller.getState()).data as unknown as readonly Issue[],
      rename: (id, title) =>
        void controller.setResponse(IssueResource.partialUpdate, { id }, { title }, { id, title } as never),
      push: issue => void controller.setResponse(getList.push, OPEN, {}, issue as never),
      unshift: issue => void controller.setResponse(getList.unshift, OPEN, {}, issue as never),
      remove: id => void controller.setResponse(IssueResource.delete, { id }, { id } as never),
    };
  },
};
