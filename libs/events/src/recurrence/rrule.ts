import { createRequire } from 'node:module';
import type * as rrule from 'rrule';

// The package names its exports in a way that Node does not see in an import of CommonJS.
const require = createRequire(import.meta.url);
export const { RRule } = require('rrule') as typeof rrule;
