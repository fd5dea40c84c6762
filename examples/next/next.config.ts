import type { NextConfig } from 'next';

const config: NextConfig = {
  reactStrictMode: true,
  poweredByHeader: false,
  // Where the types have been checked before, as in the tests of this repository.
  typescript: { ignoreBuildErrors: process.env.TYPES_ARE_CHECKED === 'yes' },
};
export default config;
