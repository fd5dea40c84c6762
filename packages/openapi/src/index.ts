export { writeFiles } from './files.js';
export { type Generated, type GenerateOptions, generate } from './generate.js';
export { OpenapiError, type OpenapiErrorCode } from './OpenapiError.js';
export { readDescription } from './read/readDescription.js';
