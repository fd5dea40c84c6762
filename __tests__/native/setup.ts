import { NativeModules } from 'react-native';

// React Native's preset replaces AppState; this is the real one, on a fake native side.
jest.unmock('react-native/Libraries/AppState/AppState');

const emitter = { addListener() {}, removeListeners() {} };

/** The native side of AppState and of NetInfo: an app in the foreground of a connected phone. */
Object.assign(NativeModules, {
  AppState: {
    ...emitter,
    getConstants: () => ({ initialAppState: 'active' }),
    getCurrentAppState: (tell: (state: object) => void) => tell({ app_state: 'active' }),
  },
  RNCNetInfo: {
    ...emitter,
    configure() {},
    getCurrentState: async () => ({
      type: 'wifi',
      isConnected: true,
      isInternetReachable: true,
      details: {},
    }),
  },
});

// The preset leaves out the first thing that an app does: to set `navigator.product`.
jest.requireActual('react-native/Libraries/Core/setUpNavigator');
