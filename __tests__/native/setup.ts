import { NativeModules } from 'react-native';

// React Native's preset replaces AppState; here it is the real one, and what stands behind it is made up.
jest.unmock('react-native/Libraries/AppState/AppState');

const emitter = { addListener() {}, removeListeners() {} };

/** The native side of AppState and of NetInfo: an app on the screen of a telephone that is connected. */
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

// The preset leaves out what an app does first: to say that it is React Native.
jest.requireActual('react-native/Libraries/Core/setUpNavigator');
