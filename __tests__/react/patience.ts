import { configure } from '@testing-library/react';

// A busy machine takes its time: what never comes is given up with the test.
configure({ asyncUtilTimeout: 60_000 });
