import { boardTests } from './boardTests';

// As built for users.
boardTests({ reactCompiler: true });
