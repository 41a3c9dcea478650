import type { LoggerService } from '@nestjs/common';
import { type Logger, pino } from 'pino';
import type { Environment } from '#libs/config/src/environment.js';

/** Paths of secrets that are removed from every logged object. */
const SECRET_PATHS = ['req.headers', 'headers["x-api-key"]', 'headers.authorization'];

export function createLogger({ LOG_LEVEL }: Pick<Environment, 'LOG_LEVEL'>): Logger {
  return pino({ level: LOG_LEVEL, redact: { paths: SECRET_PATHS, remove: true } });
}

/**
 * Contexts in which Nest lists every module and route at startup. Their messages are logged at
 * debug level.
 */
const START_UP_CONTEXTS = new Set<unknown>([
  'NestFactory',
  'NestApplication',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
]);

/** Log message with extra fields for its log line, such as the id of the request. */
export interface MessageWithFields {
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
    this.write('error', message, rest);
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
