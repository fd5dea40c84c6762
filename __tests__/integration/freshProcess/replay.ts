// Prints the state that a log ends in: run in a process of its own, with nothing but the definitions loaded.
import { readFileSync } from 'node:fs';
import { createDataClient, type DataState } from 'rdc-toolkit';
import { CardResource } from './definitions';

if (CardResource.get.name !== 'FreshProcess.Card.get') throw new Error('The definitions are not loaded.');

const [, , file = ''] = process.argv;
const { reducer } = createDataClient();
const log = JSON.parse(readFileSync(file, 'utf8')) as unknown[];
const state = log.reduce<DataState | undefined>((before, action) => reducer(before, action), undefined);
process.stdout.write(JSON.stringify(state));
