import { boardTests } from './boardTests';

// As it is built for people.
boardTests({ reactCompiler: true });
