import { AdminsRepository } from '#libs/admin/src/accounts/admins.repository.js';
import { AuditRepository } from '#libs/admin/src/audit/audit.repository.js';
import { AuditService } from '#libs/admin/src/audit/audit.service.js';
import { AdminNoticesService } from '#libs/admin/src/notices/admin-notices.service.js';
import type { Clock } from '#libs/config/src/clock.js';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import type { Database } from '#libs/database/src/database.js';
import { KeyLifecycleService } from '#libs/keys/src/administration/key-lifecycle.service.js';
import { KeysRepository } from '#libs/keys/src/administration/keys.repository.js';
import { DeliveriesService } from '#libs/keys/src/deliveries/deliveries.service.js';
import { ExpiryWarningsService } from '#libs/keys/src/expiry/expiry-warnings.service.js';
import { LimitsService } from '#libs/keys/src/limits/limits.service.js';
import { KeyMailsComposer } from '#libs/keys/src/mails/key-mails.composer.js';
import { RequestMailsComposer } from '#libs/keys/src/mails/request-mails.composer.js';
import { KeyRequestNotice } from '#libs/keys/src/requests/key-request-notice.js';
import { KeyRequestsRepository } from '#libs/keys/src/requests/key-requests.repository.js';
import { KeyRequestsService } from '#libs/keys/src/requests/key-requests.service.js';
import { ReviewService } from '#libs/keys/src/review/review.service.js';
import { SecretMinter } from '#libs/keys/src/secrets/secret-minter.js';
import { LinkMinter } from '#libs/keys/src/status-link/link-minter.js';
import { StatusLinkService } from '#libs/keys/src/status-link/status-link.service.js';
import { UsageRepository } from '#libs/keys/src/usage/usage.repository.js';
import { UsageService } from '#libs/keys/src/usage/usage.service.js';
import { SecretCache } from '#libs/keys/src/verification/secret-cache.js';
import { DeliveriesRepository } from '#libs/mail/src/deliveries/deliveries.repository.js';
import { Attempts } from '#libs/rate-limit/src/attempts/attempts.js';
import { AttemptsRepository } from '#libs/rate-limit/src/attempts/attempts.repository.js';
import { MemoryStorage } from '#libs/rate-limit/src/storage/memory/memory.storage.js';
import { HeldMails } from './held-mails.ts';

/** Creates the services of API keys and key requests, with every email that they send. */
export function keyServices(database: Database, clock: Clock, variables: NodeJS.ProcessEnv = {}) {
  const environment = loadEnvironment(variables);
  const mails = new HeldMails(database, clock, environment);
  const { composers, service: mail } = mails;
  const keys = new KeysRepository(database);
  const requests = new KeyRequestsRepository(database);
  const deliveries = new DeliveriesRepository(database);
  const audit = new AuditService(new AuditRepository(database), clock);
  const cache = new SecretCache(keys, clock);
  const links = new LinkMinter(requests, clock);
  const admins = new AdminsRepository(database);
  const notices = new AdminNoticesService(environment, mail, composers, deliveries, admins);
  new KeyMailsComposer(composers, keys, new SecretMinter(keys, clock), links, clock, environment);
  new KeyRequestNotice(notices, requests);
  new RequestMailsComposer(composers, requests, links, environment);
  const usage = new UsageService(new UsageRepository(database), keys, clock);
  const windows = new MemoryStorage(clock);
  const attempts = new Attempts(new AttemptsRepository(database), clock);
  return {
    mails,
    keys,
    audit,
    cache,
    links,
    windows,
    limits: new LimitsService(windows, database, keys, audit),
    usage,
    requests: new KeyRequestsService(requests, mail, attempts, clock, notices),
    statusLinks: new StatusLinkService(requests, clock, usage),
    review: new ReviewService(requests, keys, mail, audit, clock, environment),
    lifecycle: new KeyLifecycleService(keys, mail, audit, clock, cache),
    warnings: new ExpiryWarningsService(keys, mail, clock),
    deliveries: new DeliveriesService(deliveries, keys, requests, mail, audit),
  };
}
