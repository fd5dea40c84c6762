import { configure } from '@testing-library/react';

// A busy machine takes its time; what never comes ends with the test.
configure({ asyncUtilTimeout: 60_000 });
