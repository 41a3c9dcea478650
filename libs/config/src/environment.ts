import 'reflect-metadata';
import { applyDecorators } from '@nestjs/common';
import {
  IsBoolean,
  IsEmail,
  IsIn,
  IsInt,
  IsOptional,
  Length,
  Matches,
  Max,
  Min,
  ValidateIf,
} from 'class-validator';
import { FromText } from '#libs/text/src/from-text.js';
import { Satisfies } from '#libs/text/src/satisfies.js';
import { resolve } from 'node:path';
import {
  areHostNames,
  areProxies,
  isHost,
  isSender,
  isOrigin,
  isUrlOf,
} from './environment.validators.js';
import { parseRedisUrl } from './redis-url.js';

const Flag = () =>
  applyDecorators(
    FromText((text) =>
      text === 'true' || text === '1' ? true : text === 'false' || text === '0' ? false : text,
    ),
    IsBoolean({ message: '$property must be true or false.' }),
  );
const WholeNumber = (min: number, max: number, unit?: 'seconds') => {
  const of = unit ? ` of ${unit}` : '';
  const message = `$property must be a whole number${of} from ${min} to ${max}.`;
  return applyDecorators(
    FromText((text) => (/^-?\d+$/.test(text) ? Number(text) : text)),
    IsInt({ message }),
    Min(min, { message }),
    Max(max, { message }),
  );
};
const PostgresUrl = () =>
  applyDecorators(
    Matches(/^(?!.*[?&]schema=(?!public(?:&|$)))/, {
      message: '$property must name no schema but public, where the tables are.',
    }),
    Satisfies(isUrlOf('postgres:', 'postgresql:'), {
      message: '$property must be a URL such as postgresql://user:password@host:5432/database.',
    }),
  );
const toOrigin = FromText((text) => text.replace(/\/+$/, '').toLowerCase());
const toPathOrAddress = FromText((text) => (URL.canParse(text) ? text : resolve(text)));
/** Normalizes host names for comparison: lowercase, and IPv6 addresses without brackets. */
const toHostNames = FromText((text) =>
  text.split(',').map((name) =>
    name
      .trim()
      .toLowerCase()
      .replace(/^\[(.+)\]$/, '$1'),
  ),
);

/** Default name of the site. The website translates it, but not a name set by the operator. */
export const DEFAULT_SITE_NAME = 'Minnesota Business Directory';

/**
 * Reports invalid environment variables. The message names each variable and the values it accepts,
 * but never its value.
 */
export class EnvironmentError extends Error {}

const LOG_FORMATS = ['json', 'pretty'] as const;
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/**
 * Validated environment of the program.
 *
 * Each property has the name of its variable, so that a setting has one spelling everywhere.
 */
export class Environment {
  @WholeNumber(0, 65_535)
  readonly PORT: number = 3000;

  @Satisfies(isHost, { message: 'HOST must be an address or host name to listen on.' })
  readonly HOST: string = '127.0.0.1';

  /** Origin used in links and emails, without a trailing slash. */
  @toOrigin
  @Satisfies(isOrigin, {
    message: 'PUBLIC_URL must be an origin such as https://directory.example.org, without a path.',
  })
  readonly PUBLIC_URL: string;

  /** Name of the directory on pages and in emails. */
  @Matches(/^[\p{L}\p{N}][\p{L}\p{N} '’&.!-]{0,59}$/u, {
    message: "SITE_NAME must be a name of at most 60 letters, digits, spaces and ' & . ! -.",
  })
  readonly SITE_NAME: string = DEFAULT_SITE_NAME;

  /** Contact address on pages and in emails. */
  @IsOptional()
  @IsEmail({}, { message: 'SUPPORT_EMAIL must be an email address.' })
  readonly SUPPORT_EMAIL?: string;

  /** Path or URL of a street map in the Protomaps schema. The built-in map is used if unset. */
  @toPathOrAddress
  @IsOptional()
  @Matches(/^(\/|https?:\/\/)/, {
    message: 'MAP_PMTILES must be the path or https URL of a PMTiles file.',
  })
  readonly MAP_PMTILES?: string;

  /** URL of a MapLibre style for the website map. The built-in map is used if unset. */
  @IsOptional()
  @Satisfies(isUrlOf('http:', 'https:'), {
    message:
      'MAP_STYLE_URL must be the URL of a MapLibre style, such as https://tiles.example.org/style.json.',
  })
  readonly MAP_STYLE_URL?: string;

  /**
   * URL template of 256 × 256 pixel tiles for the website map. The built-in map is used if unset.
   */
  @IsOptional()
  @Matches(/^https?:\/\/[\w.:-]+\/(?=.*\{z\})(?=.*\{x\})(?=.*\{y\})\S+$/, {
    message:
      'MAP_TILE_URL must be a URL with {z}, {x} and {y}, such as https://tiles.example.org/{z}/{x}/{y}.png.',
  })
  readonly MAP_TILE_URL?: string;

  /** Port for `/admin` and `/metrics`. They share the main port if it is unset. */
  @IsOptional()
  @WholeNumber(0, 65_535)
  readonly ADMIN_PORT?: number;

  @Satisfies(
    (_, { HOST, PORT, ADMIN_HOST, ADMIN_PORT = PORT }: Environment) =>
      ADMIN_HOST === HOST ||
      ADMIN_PORT !== PORT ||
      PORT === 0 ||
      ![HOST, ADMIN_HOST].some((host) => host === '0.0.0.0' || host === '::'),
    {
      message:
        'ADMIN_HOST needs an ADMIN_PORT other than PORT if it or HOST is every address of this machine.',
    },
  )
  @IsOptional()
  @Satisfies(isHost, { message: 'ADMIN_HOST must be an address or host name to listen on.' })
  readonly ADMIN_HOST?: string;

  /** Origin of `/admin` in emails, without a trailing slash. */
  @toOrigin
  @Satisfies(isOrigin, {
    message: 'ADMIN_URL must be an origin such as https://admin.example.org, without a path.',
  })
  readonly ADMIN_URL: string;

  /** Accepted host names, in lowercase. `*.` matches one label. */
  @toHostNames
  @IsOptional()
  @Satisfies(areHostNames, {
    message:
      'ALLOWED_HOSTS must be a comma-separated list of host names without ports, such as directory.example.org, *.example.org.',
  })
  readonly ALLOWED_HOSTS?: string[];

  /** Absolute path of the folder for the embedded database and outgoing email files. */
  @FromText((path) => (path.startsWith('~') ? path : resolve(path)))
  @Matches(/^\//, {
    message: 'DATA_DIR must be the path of a folder, without ~, which only a shell expands.',
  })
  readonly DATA_DIR: string = resolve('data');

  /** Bucket for backups in an S3-compatible store, with the credentials and the region. */
  @IsOptional()
  @Matches(
    /^https?:\/\/(?:[^\s/:@%]|%[\dA-F]{2})+:(?:[^\s/:@%]|%[\dA-F]{2})+@[^\s/@?]+\/[^\s/@?]+[^\s@?]*(\?region=[\w-]+)?$/i,
    {
      message:
        'BACKUP_URL must be the URL of a bucket such as ' +
        'https://ACCESS_KEY:SECRET_KEY@s3.example.org/bucket/folder?region=us-east-1, with special ' +
        'characters of the keys URL-encoded.',
    },
  )
  readonly BACKUP_URL?: string;

  @IsOptional()
  @PostgresUrl()
  readonly DATABASE_URL?: string;

  /** URL of a replica of the database in DATABASE_URL. Reads use it if it is set. */
  @Satisfies(
    (_, { DATABASE_READ_URL, DATABASE_URL }: Environment) =>
      !DATABASE_READ_URL || Boolean(DATABASE_URL),
    { message: 'DATABASE_READ_URL is the replica of a server. Name that one in DATABASE_URL.' },
  )
  @IsOptional()
  @PostgresUrl()
  readonly DATABASE_READ_URL?: string;

  @IsOptional()
  @Satisfies((url: string) => parseRedisUrl(url) !== undefined, {
    message:
      'REDIS_URL must be a URL such as redis://host:6379, redis-cluster://host:6379,host:6379 or ' +
      'redis-sentinel://host:26379,host:26379/master-name. Use rediss instead of redis for TLS, and ' +
      'URL-encode special characters of the password.',
  })
  readonly REDIS_URL?: string;

  /** Timeout of a Redis command within a request, in milliseconds. */
  @WholeNumber(10, 5_000)
  readonly REDIS_TIMEOUT_MS: number = 50;

  /** Number of processes that serve requests on this machine. */
  @Satisfies(
    (_, { WORKERS, DATABASE_URL, REDIS_URL }: Environment) =>
      WORKERS === 1 || Boolean(DATABASE_URL && REDIS_URL),
    {
      message:
        'WORKERS above 1 requires DATABASE_URL (the embedded database serves one process) and ' +
        'REDIS_URL (which holds the shared rate limits). Set both, or omit WORKERS.',
    },
  )
  @WholeNumber(1, 64)
  readonly WORKERS: number = 1;

  /**
   * Key that encrypts the signing secrets of webhooks: 32 bytes in Base64. With the embedded
   * database, one is created in DATA_DIR.
   */
  @IsOptional()
  @Matches(/^[A-Za-z\d+/]{43}=$/, {
    message: 'WEBHOOK_KEY must be 32 bytes in Base64. Create one with "openssl rand -base64 32".',
  })
  readonly WEBHOOK_KEY?: string;

  @IsOptional()
  @Satisfies(isUrlOf('smtp:', 'smtps:'), {
    message: 'SMTP_URL must be a URL such as smtp://user:password@host:587.',
  })
  readonly SMTP_URL?: string;

  @Satisfies(isSender, {
    message: 'MAIL_FROM must be an address such as directory@example.org or Name <address>.',
  })
  readonly MAIL_FROM: string;

  @IsOptional()
  @IsEmail({}, { message: 'ADMIN_NOTIFY_EMAIL must be an email address.' })
  readonly ADMIN_NOTIFY_EMAIL?: string;

  @ValidateIf((env: Environment) => Boolean(env.ADMIN_EMAIL ?? env.ADMIN_PASSWORD))
  @IsEmail(
    { require_tld: false },
    { message: 'ADMIN_EMAIL must be an email address. Set it together with ADMIN_PASSWORD.' },
  )
  readonly ADMIN_EMAIL?: string;

  @ValidateIf((env: Environment) => Boolean(env.ADMIN_EMAIL ?? env.ADMIN_PASSWORD))
  @Length(12, 256, {
    message:
      'ADMIN_PASSWORD must have 12 to 256 characters. Set it together with ADMIN_EMAIL. Both can be ' +
      'omitted once that account exists.',
  })
  readonly ADMIN_PASSWORD?: string;

  @WholeNumber(1, 10_000_000)
  readonly DEFAULT_LIMIT_PER_HOUR: number = 1000;

  @Flag()
  readonly SAMPLE_DATA: boolean;

  /** Proxies whose X-Forwarded-For and X-Forwarded-Proto headers are trusted. None by default. */
  @Satisfies(areProxies, {
    message:
      'TRUST_PROXY must be true, false, a number of proxies, or a comma-separated list of addresses and networks.',
  })
  readonly TRUST_PROXY: boolean | number | string = false;

  /** Maximum number of connections of one process. Additional connections are closed immediately. */
  @WholeNumber(1, 1_000_000)
  readonly MAX_CONNECTIONS: number = 10_000;

  /**
   * Maximum number of connections from one client address. Does not apply to trusted proxies. If
   * unset, it is 256, and unlimited for this machine, because those connections usually come from a
   * proxy.
   */
  @IsOptional()
  @WholeNumber(1, 1_000_000)
  readonly MAX_CONNECTIONS_PER_ADDRESS?: number;

  @Satisfies(
    (_, { REQUIRE_HTTPS, TLS_CERT_FILE, TRUST_PROXY }: Environment) =>
      !REQUIRE_HTTPS || TLS_CERT_FILE !== undefined || TRUST_PROXY !== false,
    {
      message:
        'REQUIRE_HTTPS=true would refuse every request. Set TLS_CERT_FILE and TLS_KEY_FILE to serve HTTPS ' +
        'directly, or TRUST_PROXY if a proxy does.',
    },
  )
  @Flag()
  readonly REQUIRE_HTTPS: boolean = false;

  /** Seconds for which browsers use HTTPS only. Sent only if PUBLIC_URL is HTTPS. */
  @WholeNumber(0, 63_072_000, 'seconds')
  readonly HSTS_MAX_AGE: number = 31_536_000;

  @ValidateIf((env: Environment) => Boolean(env.TLS_CERT_FILE ?? env.TLS_KEY_FILE))
  @Matches(/./, {
    message:
      'TLS_CERT_FILE must be the path of a PEM certificate. Set it together with TLS_KEY_FILE.',
  })
  readonly TLS_CERT_FILE?: string;

  @ValidateIf((env: Environment) => Boolean(env.TLS_CERT_FILE ?? env.TLS_KEY_FILE))
  @Matches(/./, {
    message: 'TLS_KEY_FILE must be the path of a PEM key. Set it together with TLS_CERT_FILE.',
  })
  readonly TLS_KEY_FILE?: string;

  /** Seconds between the stop signal and the end of listening, so that load balancers can react. */
  @WholeNumber(0, 300, 'seconds')
  readonly SHUTDOWN_DELAY: number = 0;

  /** Logs every request. */
  @Flag()
  readonly ACCESS_LOG: boolean = false;

  /**
   * OTLP/HTTP endpoint for traces. Tracing is disabled if it is unset. The OpenTelemetry SDK reads
   * its other variables itself.
   */
  @IsOptional()
  @Satisfies(isUrlOf('http:', 'https:'), {
    message:
      'OTEL_EXPORTER_OTLP_ENDPOINT must be the URL of a collector, such as http://localhost:4318.',
  })
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string;

  @IsIn(LOG_LEVELS, { message: `LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}.` })
  readonly LOG_LEVEL: (typeof LOG_LEVELS)[number] = 'info';

  /** Format of log lines. If unset, it is pretty on a terminal and JSON elsewhere. */
  @IsOptional()
  @IsIn(LOG_FORMATS, { message: `LOG_FORMAT must be ${LOG_FORMATS.join(' or ')}.` })
  readonly LOG_FORMAT?: (typeof LOG_FORMATS)[number];
}
