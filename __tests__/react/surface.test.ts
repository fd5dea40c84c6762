import * as core from 'rdc-toolkit';
import * as devtools from 'rdc-toolkit/devtools';
import * as react from 'rdc-toolkit/react';
import * as rtkQuery from 'rdc-toolkit/rtk-query';
import * as server from 'rdc-toolkit/server';
import * as stream from 'rdc-toolkit/stream';
import * as testing from 'rdc-toolkit/testing';
import * as zod from 'rdc-toolkit/zod';
import { exportedNames } from '../helpers/exportedNames';

it.each([
  [
    'rdc-toolkit',
    core,
    'AbortError All Array BaseEndpoint Collection Controller Endpoint ' +
      'Entity EntityMixin GQLEndpoint GQLNetworkError ' +
      'InputError InvalidEntityError InvalidResponseError Invalidate Lazy ' +
      'MissingKeyError MissingRecordError NetworkError Object Query RdcError ' +
      'ResetError RestEndpoint Scalar UnexpectedContentError UnexpectedInputError Union ' +
      'Values actionTypes actions createDataClient dehydrate denormalize devToolsOptions ' +
      'entityChanged focusManager formErrors gcManager getSelectors hydrationManager ifNoneMatch isPending keyOf logRecorder logoutManager networkManager ' +
      'normalize pageLinks resource schema showing subscriptionManager type unshift',
  ],
  [
    'rdc-toolkit/react',
    react,
    'AsyncBoundary NetworkErrorBoundary useCache useCancelling useController useDLE useDebounce ' +
      'useError useErrorReset useFetch useIsFetching useLive useLoading usePages useQuery useResponse ' +
      'useResponseWith useResponses useSubscription useSuspense',
  ],
  ['rdc-toolkit/server', server, 'receiveState streamState'],
  ['rdc-toolkit/rtk-query', rtkQuery, 'baseQueryManager bridgeApi'],
  ['rdc-toolkit/stream', stream, 'Connection serverSentEventSource streamManager webSocketSource'],
  ['rdc-toolkit/devtools', devtools, 'DataDevtools DataDevtoolsPanel explain readersOf'],
  ['rdc-toolkit/zod', zod, 'zodEntity'],
  [
    'rdc-toolkit/testing',
    testing,
    'FixtureProvider MissingFixtureError createFixtureStore fixture fixtureManager ' +
      'fixturesFromLog interceptor renderHookWithStore renderWithStore replayLog',
  ],
])('%s exports the expected names, and nothing else', (_entry, entry, promised) => {
  expect(exportedNames(entry).join(' ')).toBe(promised);
});
