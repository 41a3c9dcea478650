import TestRunner from 'jest-runner';

/**
 * One spec at a time, after all others: for specs that measure time, or need most of the machine,
 * and fail beside another.
 */
export default class SerialRunner extends TestRunner {
  isSerial = true;
}
