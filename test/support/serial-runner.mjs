import TestRunner from 'jest-runner';

/** Runs one spec at a time after all others: for specs that measure time or need the whole machine. */
export default class SerialRunner extends TestRunner {
  isSerial = true;
}
