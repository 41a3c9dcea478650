import type { LoggerService } from '@nestjs/common';
import {
  type DestinationStream,
  type Logger,
  type LoggerOptions,
  pino,
  stdTimeFunctions,
} from 'pino';
import type { Environment } from '#libs/config/src/environment.js';

/** Paths of secrets that are removed from every logged object. */
const SECRET_PATHS = ['req.headers', 'headers["x-api-key"]', 'headers.authorization'];

/**
 * Creates the application log on standard output: readable lines with `LOG_FORMAT=pretty` or on a
 * terminal, otherwise one JSON object per line.
 */
export async function createLogger({
  LOG_LEVEL,
  LOG_FORMAT = process.stdout.isTTY ? 'pretty' : 'json',
}: Pick<Environment, 'LOG_LEVEL' | 'LOG_FORMAT'>): Promise<Logger> {
  const options: LoggerOptions = {
    level: LOG_LEVEL,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
    redact: { paths: SECRET_PATHS, remove: true },
  };
  return LOG_FORMAT === 'pretty' ? pino(options, await prettyOutput()) : pino(options);
}

/** Formats each line before it is written, so that no line is lost when the process exits. */
async function prettyOutput(): Promise<DestinationStream> {
  const { default: pretty } = await import('pino-pretty');
  const format = pretty.prettyFactory({
    colorize: process.stdout.isTTY && !process.env.NO_COLOR,
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'pid,hostname,context',
    messageFormat: '{if context}{context}: {end}{msg}',
  });
  return { write: (line) => void process.stdout.write(format(line)) };
}

/**
 * Contexts in which Nest lists every module and route at startup, and repeats errors that it throws.
 * Their messages are logged at debug level.
 */
const START_UP_CONTEXTS = new Set<unknown>([
  'NestFactory',
  'NestApplication',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
]);

/** Log message with extra fields for its log line, such as the id of the request. */
interface MessageWithFields {
  message: string;
  [field: string]: unknown;
}

/** Writes messages of Nest and of its `Logger` class to the application log. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...rest: unknown[]): void {
    this.write(START_UP_CONTEXTS.has(rest.at(-1)) ? 'debug' : 'info', message, rest);
  }
  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }
  error(message: unknown, ...rest: unknown[]): void {
    this.write(START_UP_CONTEXTS.has(rest.at(-1)) ? 'debug' : 'error', message, rest);
  }
  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }
  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }
  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }

  /** Writes a message. Nest passes the context last, and an error or its stack before it. */
  private write(
    level: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace',
    message: unknown,
    rest: unknown[],
  ): void {
    const context = rest.at(-1);
    const detail = rest.length > 1 ? rest[0] : undefined;
    const { message: text, ...fields } = withFields(message);
    this.logger[level](
      {
        ...fields,
        ...(typeof context === 'string' && { context }),
        ...(detail instanceof Error && { err: detail }),
        ...(typeof detail === 'string' && { stack: detail }),
        ...(message instanceof Error && { err: message }),
      },
      text,
    );
  }
}

function withFields(message: unknown): MessageWithFields {
  if (message instanceof Error) return { message: message.message };
  const isWithFields = typeof message === 'object' && message !== null && 'message' in message;
  return isWithFields ? (message as MessageWithFields) : { message: String(message) };
}
