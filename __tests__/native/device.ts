import { act } from '@testing-library/react-native';
import { DeviceEventEmitter } from 'react-native';

/** What the system tells an app, by the events that its native side sends. */
export const device = {
  /** Another app is on the screen. */
  toBackground: () => send('appStateDidChange', { app_state: 'background' }),
  /** The app is on the screen again. */
  toForeground: () => send('appStateDidChange', { app_state: 'active' }),
  disconnect: () => tellConnection('none', false),
  connect: () => tellConnection('cellular', true),
};

function tellConnection(type: string, isConnected: boolean) {
  return send('netInfo.networkStatusDidChange', {
    type,
    isConnected,
    isInternetReachable: isConnected,
    details: {},
  });
}

function send(name: string, event: object) {
  return act(async () => DeviceEventEmitter.emit(name, event));
}
