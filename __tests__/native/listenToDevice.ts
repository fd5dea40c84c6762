import NetInfo from '@react-native-community/netinfo';
import type { ListenToPage } from 'rdc-toolkit';
import { AppState } from 'react-native';

/** Tells managers when the app comes to the front, and when the connection comes and goes. */
export const listenToDevice: ListenToPage = ({ onFocus, onFocusLost, onOnline, onOffline }) => {
  const appState = AppState.addEventListener('change', state =>
    state === 'active' ? onFocus() : onFocusLost(),
  );
  let wasOnline = true;
  // Called at once, and for every change of the signal.
  const stopNetInfo = NetInfo.addEventListener(({ isConnected }) => {
    const isOnline = isConnected !== false;
    if (isOnline && !wasOnline) onOnline();
    if (!isOnline && wasOnline) onOffline();
    wasOnline = isOnline;
  });
  return () => {
    appState.remove();
    stopNetInfo();
  };
};
