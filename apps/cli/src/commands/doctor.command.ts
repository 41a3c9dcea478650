import type { Command } from 'commander';
import { type Clock, SystemClock } from '#libs/config/src/clock.js';
import { type Environment, EnvironmentError } from '#libs/config/src/environment.js';
import { environmentWarnings } from '#libs/config/src/environment-warnings.js';
import { loadEnvironment, loadDotEnv } from '#libs/config/src/load-environment.js';
import { counted } from '#libs/text/src/counted.js';
import { checkCertificate, checkDisk, checkMail, checkRedis } from '../doctor/checks.js';
import { checkDatabase } from '../doctor/check-database.js';
import { checkReplica } from '../doctor/check-replica.js';
import { type Finding, ok, problem, warning } from '../doctor/finding.js';
import { CommandError } from '../explain.js';
import { JSON_OPTION, type ListOptions, print, printJson } from '../print.js';

export function define(command: Command): void {
  command.option(...JSON_OPTION).action(examine);
}

async function examine({ json }: ListOptions): Promise<void> {
  const findings = await findingsOf(new SystemClock());
  if (json) printJson(findings);
  else findings.forEach(printFinding);
  const problems = findings.filter(({ state }) => state === 'problem').length;
  if (problems > 0) throw new CommandError(`Found ${counted(problems, 'problem')}.`);
}

async function findingsOf(clock: Clock): Promise<Finding[]> {
  let environment: Environment;
  try {
    loadDotEnv();
    environment = loadEnvironment(process.env);
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    return [problem('configuration', error.message, 'Correct the environment or .env.')];
  }
  const warnings = environmentWarnings(process.env, environment);
  return [
    ...warnings.map((text) => warning('configuration', text, 'Correct the environment or .env.')),
    ok('configuration', 'All variables are valid.'),
    ...checkCertificate(environment, clock),
    await checkDisk(environment),
    ...(await checkDatabase(environment, clock)),
    ...(await checkReplica(environment)),
    ...(await checkRedis(environment, clock)),
    await checkMail(environment, clock),
  ];
}

function printFinding({ check, state, finding, advice }: Finding): void {
  print(`${state.padEnd(7)}  ${check.padEnd(13)}  ${finding}`);
  if (advice) print(`${' '.repeat(24)} → ${advice}`);
}
