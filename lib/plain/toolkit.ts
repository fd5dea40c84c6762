// The run-time imports from Redux Toolkit. An app's bundle holds one import of it for each module that has one.
export { createNextState, nanoid, SHOULD_AUTOBATCH } from '@reduxjs/toolkit';
