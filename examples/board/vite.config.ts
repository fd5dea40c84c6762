import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { reactCompiler } from './reactCompiler.ts';

export default defineConfig({
  // REACT_COMPILER=off builds the components as they are written.
  plugins: [process.env.REACT_COMPILER !== 'off' && reactCompiler(), react()],
  resolve: { tsconfigPaths: true },
  // `vite` alone serves the client with hot reloading; run `npm start` as well to serve the data.
  server: { port: 5174, proxy: { '/api': 'http://localhost:5173' } },
});
