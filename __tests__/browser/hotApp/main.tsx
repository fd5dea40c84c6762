import { DataDevtools } from 'rdc-toolkit/devtools';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { store } from './store';
import { Tasks } from './Tasks';

createRoot(document.getElementById('root') as HTMLElement).render(
  <Provider store={store}>
    <DataDevtools isOpen />
    <Tasks />
  </Provider>,
);
