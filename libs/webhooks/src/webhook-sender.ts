import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { Clock } from '#libs/config/src/clock.js';
import { BackgroundTask } from '#libs/database/src/background-task.js';
import { DirectoryVersion } from '#libs/directory/src/directory-version.js';
import { KeysRepository } from '#libs/keys/src/administration/keys.repository.js';
import { MailService } from '#libs/mail/src/mail.service.js';
import { Metrics } from '#libs/metrics/src/metrics.js';
import { OutgoingError, OutgoingRequests } from '#libs/outgoing/src/outgoing-requests.js';
import { WEBHOOK_DISABLED } from './webhook-disabled.composer.js';
import { WebhookSecrets } from './webhook-secrets.js';
import { type LeasedWebhook, type Outcome, WebhooksRepository } from './webhooks.repository.js';
import { MINUTE_MS } from './webhooks.service.js';

const POLL_MS = 5_000;
/** Number of pings that a process sends at once. */
const AT_ONCE = 10;
const TIMEOUT_MS = 10_000;
/** Duration of a lease, which is not renewed. */
const LEASE_SECONDS = 60;
const MAX_DELAY_MS = 60 * MINUTE_MS;
const MAX_FAILING_MS = 3 * 24 * 60 * MINUTE_MS;

/**
 * Pings webhooks after the directory has changed, each at most once a minute. A ping contains no
 * data: the receiver reads the change feed. Each ping is sent by one process.
 */
@Injectable()
export class WebhookSender extends BackgroundTask {
  private readonly pings: Counter;

  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly keys: KeysRepository,
    private readonly directory: DirectoryVersion,
    private readonly secrets: WebhookSecrets,
    private readonly requests: OutgoingRequests,
    private readonly mail: MailService,
    private readonly clock: Clock,
    { registry }: Metrics,
  ) {
    super({ everyMs: POLL_MS, failure: 'Could not look for webhooks to ping.' });
    this.pings = new Counter({
      name: 'webhook_pings_total',
      help: 'Pings sent to webhooks, by outcome.',
      labelNames: ['outcome'],
      registers: [registry],
    });
  }

  override onApplicationBootstrap(): void {
    if (this.secrets.isAvailable) super.onApplicationBootstrap();
  }

  /** Sends all pings that are due. */
  override async work(): Promise<void> {
    const version = await this.directory.current();
    while (!this.stopping.signal.aborted) {
      const now = this.clock.now();
      const due = await this.webhooks.leaseDue(version, now, AT_ONCE, LEASE_SECONDS);
      if (due.length === 0) return;
      await Promise.all(due.map((webhook) => this.ping(webhook, version)));
    }
  }

  private async ping(webhook: LeasedWebhook, version: string): Promise<void> {
    const error = await this.send(webhook, version);
    const now = this.clock.now();
    // The ping was cut off, so another process sends it.
    if (error !== undefined && this.stopping.signal.aborted) {
      return this.settle(webhook, { nextAt: now });
    }
    if (error === undefined) {
      this.pings.inc({ outcome: 'delivered' });
      await this.settle(webhook, {
        version: BigInt(version),
        deliveredAt: now,
        nextAt: later(now, MINUTE_MS),
        failures: 0,
        failingSince: null,
        error: null,
      });
      return;
    }
    this.pings.inc({ outcome: 'failed' });
    // A ping is this late only after a pause, in which nothing failed. The failures start again.
    const wasPaused = now.getTime() - webhook.nextAt.getTime() > MAX_DELAY_MS;
    const failures = wasPaused ? 1 : webhook.failures + 1;
    const failingSince = (!wasPaused && webhook.failingSince) || now;
    const isLost = now.getTime() - failingSince.getTime() >= MAX_FAILING_MS;
    const delay = Math.min(MAX_DELAY_MS, MINUTE_MS * 2 ** (failures - 1));
    await this.settle(webhook, {
      failures,
      failingSince,
      error,
      nextAt: later(now, delay),
      ...(isLost && { disabledAt: now }),
    });
  }

  /** @returns the reason for a failure */
  private async send(
    { keyId, url, secret }: LeasedWebhook,
    version: string,
  ): Promise<string | undefined> {
    const now = this.clock.now();
    const timestamp = String(Math.floor(now.getTime() / 1000));
    const body = JSON.stringify({
      type: 'changes.available',
      timestamp: now.toISOString(),
      data: { version },
    });
    // Repeated pings about one version are the same message to the receiver.
    const id = `changes_${version}`;
    const signature = this.secrets.sign(keyId, secret, `${id}.${timestamp}.${body}`);
    if (signature === undefined) return 'WEBHOOK_KEY has changed. Register the webhook again.';
    const signal = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), this.stopping.signal]);
    const { host } = new URL(url);
    try {
      const response = await this.requests.send(
        new URL(url),
        {
          method: 'POST',
          signal,
          headers: {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
            'webhook-id': id,
            'webhook-timestamp': timestamp,
            'webhook-signature': signature,
          },
        },
        body,
      );
      // The status is the whole answer, so nothing of the body is read.
      response.destroy();
      const { statusCode = 0 } = response;
      if (statusCode >= 200 && statusCode < 300) return undefined;
      return `${host} returned the status ${statusCode}.`;
    } catch (error) {
      if (error instanceof OutgoingError) return error.message;
      if (signal.aborted) return `${host} did not answer within ${TIMEOUT_MS / 1000} seconds.`;
      const { name, code = name } = error as NodeJS.ErrnoException;
      return `The connection to ${host} failed (${code}).`;
    }
  }

  /** Records the outcome, and emails the owner of the key if the webhook is now disabled. */
  private async settle(webhook: LeasedWebhook, outcome: Outcome): Promise<void> {
    await this.mail.inTransaction(undefined, async (tx) => {
      if (!(await this.webhooks.settle(webhook, outcome, tx)) || !outcome.disabledAt) return;
      const { keyId, url } = webhook;
      const key = await this.keys.findById(keyId, tx);
      const { host } = new URL(url);
      this.logger.warn(`Disabled the webhook at ${host}: ${outcome.error}`);
      await this.mail.add(tx, {
        kind: WEBHOOK_DISABLED,
        recipient: key!.ownerEmail,
        data: { keyId, url, error: outcome.error ?? '' },
      });
    });
  }
}

function later(time: Date, ms: number): Date {
  return new Date(time.getTime() + ms);
}
