// What is used of Redux Toolkit while a program runs. An app's bundle holds one import of it for each module that has one.
export { createNextState, nanoid, SHOULD_AUTOBATCH } from '@reduxjs/toolkit';
