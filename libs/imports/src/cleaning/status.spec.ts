import { cleanStatus, closedIf, openIf } from './status.js';

describe(cleanStatus.name, () => {
  it.each([
    ['Open', 'open'],
    ['ACTIVE', 'open'],
    ['OPERATIONAL', 'open'],
    ['Active / In Good Standing', 'open'],
    ['Closed', 'closed'],
    ['Permanently Closed', 'closed'],
    ['CLOSED_PERMANENTLY', 'closed'],
    ['Out of Business', 'closed'],
    ['Inactive', 'closed'],
    ['Inactive - Terminated', 'closed'],
    ['Administratively Dissolved', 'closed'],
    ['Dissolved', 'closed'],
    ['Inactive - Merged', 'closed'],
    ['Not Active', 'closed'],
    ['Suspended', 'temporarily_closed'],
    ['Expired', 'closed'],
    ['Revoked', 'closed'],
    ['closed (moved)', 'closed'],
    ['Temporarily closed', 'temporarily_closed'],
    ['CLOSED_TEMPORARILY', 'temporarily_closed'],
    ['Pending', null],
    ['Seasonal', null],
    ['Closed on Mondays', null],
    ['true', null],
    ['E', null],
  ])('%j → %j', (text, expected) => {
    expect(cleanStatus(text)).toBe(expected);
  });
});

describe(closedIf.name, () => {
  it.each([
    ['TRUE', 'closed'],
    ['1', 'closed'],
    ['2019-05-01', 'closed'],
    ['no', 'open'],
    ['Mondays', null],
  ])('%j → %j', (text, expected) => {
    expect(closedIf(text)).toBe(expected);
  });
});

describe(openIf.name, () => {
  it.each([
    ['0', 'closed'],
    ['false', 'closed'],
    ['1', 'open'],
    ['', null],
  ])('%j → %j', (text, expected) => {
    expect(openIf(text)).toBe(expected);
  });
});
