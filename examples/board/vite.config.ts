import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  resolve: { tsconfigPaths: true },
  // `vite` alone serves the client with hot reloading; `npm start` beside it answers for the data.
  server: { port: 5174, proxy: { '/api': 'http://localhost:5173' } },
});
