import type { NextConfig } from 'next';

const config: NextConfig = { reactStrictMode: true, poweredByHeader: false };
export default config;
