import type { LoggerService } from '@nestjs/common';
import { type Logger, pino } from 'pino';
import type { Environment } from '#libs/config/src/environment.js';

/** What must never stand in a log line, wherever an object that has it is logged. */
const SECRET_PATHS = ['req.headers', 'headers["x-api-key"]', 'headers.authorization'];

export function createLogger({ LOG_LEVEL }: Pick<Environment, 'LOG_LEVEL'>): Logger {
  return pino({ level: LOG_LEVEL, redact: { paths: SECRET_PATHS, remove: true } });
}

/** Where Nest lists each module and route at start: hundreds of lines that nobody asked for. */
const START_UP_CONTEXTS = new Set<unknown>([
  'NestFactory',
  'NestApplication',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
]);

/** A message with fields of its own on its line of the log, such as the request that it is about. */
export interface MessageWithFields {
  message: string;
  [field: string]: unknown;
}

/** Nest's own messages, and those of classes that use Nest's `Logger`, as lines of the same log. */
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

  /** Nest passes the context last, and an error's stack or the error itself before it. */
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
