/** Whether costly checks and warnings are wanted: everywhere but in a production build. */
export function isDevelopment(): boolean {
  return process.env.NODE_ENV !== 'production';
}
