import { act } from '@testing-library/react-native';
import { DeviceEventEmitter } from 'react-native';

/** Events that the native side sends to an app. */
export const device = {
  /** Another app is in the foreground. */
  toBackground: () => send('appStateDidChange', { app_state: 'background' }),
  /** The app is in the foreground again. */
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
