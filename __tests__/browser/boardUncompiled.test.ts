import { boardTests } from './boardTests';

boardTests({ reactCompiler: false });
